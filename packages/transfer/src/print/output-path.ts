import { toSafeName, type Rule } from "@precept/core";
import { getRuleName, type Dialect, type DialectOutput } from "@precept/mdc-compat";

/** Returns the path of the file of a rule relative to the directory of the output. */
export function getOutputPath(
  output: Extract<DialectOutput, { kind: "files" }>,
  rule: Pick<Rule, "contexts">,
  stem: string,
): string {
  return output.getPath?.(rule, stem) ?? `${stem}${output.codec.extensions[0] ?? ".md"}`;
}

/** The name of the rule, made valid as a file name without extension. */
export function getStem({ name, origin }: Rule): string {
  return toSafeName(origin.label === true ? getRuleName(name, [".md", ".mdc"]) : name);
}

/** The path of a dialect's file for all rules of a directory. Undefined for dialects with one file per rule. */
export function getJoinedPath(
  { output }: Dialect,
  { origin }: { readonly origin: { readonly base?: string | undefined } } = { origin: {} },
): string | undefined {
  if (output.kind !== "joined") return undefined;
  return output.nested && origin.base !== undefined ? `${origin.base}/${output.file}` : output.file;
}

/**
 * Returns a path for each place to which an export can write files for a target. The files of a tool can decide whether
 * it reads the files of other tools: Warp reads `AGENTS.md` only in directories without `WARP.md`.
 *
 * @param directories the subdirectories that have rules.
 */
export function getOutputPaths({ output }: Dialect, directories: Iterable<string>): readonly string[] {
  const path = output.kind === "joined" ? output.file : `${output.dir}/${getOutputPath(output, { contexts: [] }, "-")}`;
  return output.nested ? [path, ...Array.from(directories, (directory) => `${directory}/${path}`)] : [path];
}
