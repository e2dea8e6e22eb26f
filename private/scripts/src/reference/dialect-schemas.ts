import { dialects, headerSchema } from "@precept/mdc-compat";

/** Returns a JSON Schema for each format with front matter, by path. */
export function dialectSchemas(): Readonly<Record<string, () => string>> {
  const formats = dialects.flatMap((dialect) => dialect.formats).filter(({ facts }) => facts.keys.length > 0);
  return Object.fromEntries(
    formats.map(({ facts }) => [
      `packages/mdc-compat/schemas/${facts.id}.json`,
      () => `${JSON.stringify(headerSchema(facts), undefined, 2)}\n`,
    ]),
  );
}
