import { dialects, createHeaderSchema } from "@precept/mdc-compat";

/** Returns a JSON Schema for each format with front matter that has its own, by path. */
export function dialectSchemas(): Readonly<Record<string, () => string>> {
  const formats = dialects
    .flatMap((dialect) => dialect.formats)
    .filter(({ spec }) => spec.keys.length > 0 && spec.schema === undefined);
  return Object.fromEntries(
    formats.map(({ spec }) => [
      `packages/mdc-compat/schemas/${spec.id}.json`,
      () => `${JSON.stringify(createHeaderSchema(spec), undefined, 2)}\n`,
    ]),
  );
}
