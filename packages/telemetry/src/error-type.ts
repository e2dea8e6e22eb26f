/** What codes of errors look like in Precept and in Node. Other texts could contain what a user wrote. */
const codePattern = /^[A-Z][A-Z0-9_]{1,63}$/;

/** The type of an error for `error.type`: its code or the name of its class. Never its message. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && codePattern.test(code) ? code : error.constructor.name;
}
