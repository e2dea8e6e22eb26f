import type { Dialect } from "@precept/mdc-compat";

/** Returns the path of the file that a dialect has for all rules. Undefined for dialects with one file per rule. */
export function getJoinedPath(
  { output }: Dialect,
  { origin }: { readonly origin: { readonly base?: string | undefined } },
): string | undefined {
  if (output.kind !== "joined") return undefined;
  return output.nested && origin.base !== undefined ? `${origin.base}/${output.file}` : output.file;
}
