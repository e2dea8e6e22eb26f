import { dialects, headerSchema } from "@precept/mdc-compat";

/** A JSON Schema for the front matter of each format that has one, by the path of its file. */
export function dialectSchemas(): Readonly<Record<string, () => string>> {
  const formats = dialects.flatMap((dialect) => dialect.formats).filter(({ facts }) => facts.keys.length > 0);
  return Object.fromEntries(
    formats.map(({ facts }) => [
      `packages/mdc-compat/schemas/${facts.id}.json`,
      () => `${JSON.stringify(headerSchema(facts), undefined, 2)}\n`,
    ]),
  );
}
