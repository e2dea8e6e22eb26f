import type { FidelityNote, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { findRuleDirectories, isReservedDirectory, limitToDirectory } from "../select/rule-directories.ts";
import type { RuleOutput } from "../print/rule-output.ts";

/** The files of directories that a rule can be written to, and the directories that get none. */
export interface NestedOutputs {
  readonly outputs: readonly RuleOutput[];
  /** Why directories are left out. */
  readonly notes: readonly FidelityNote[];
}

/**
 * Places a rule that applies to whole directories in the files that a tool reads in these directories, such as `packages/api/AGENTS.md`. The rule has a
 * section in the file of each directory.
 *
 * @param hasDirectory whether a directory of the project exists, and is no link.
 * @returns undefined if the rule applies to something else, or the tool reads such files in the root directory only.
 */
export function findNestedOutputs(
  rule: Rule,
  { output }: Dialect,
  hasDirectory: (directory: string) => boolean,
): NestedOutputs | undefined {
  const directories = output.kind === "joined" && output.nested ? findRuleDirectories(rule) : undefined;
  if (output.kind !== "joined" || directories === undefined) return undefined;
  const refused = directories.flatMap((directory) => {
    const message = findRefusal(directory, hasDirectory);
    return message === undefined ? [] : [{ directory, message }];
  });
  const used = directories.filter((directory) => refused.every((one) => one.directory !== directory));
  const kind = used.length === 0 ? "meaning" : "lost";
  return {
    outputs: used.map((directory) => ({
      path: `${directory}/${output.file}`,
      codec: output.codec,
      rule: limitToDirectory(rule, directory),
      preserved: {},
    })),
    notes: refused.map(({ message }) => ({ field: "globs", kind, message })),
  };
}

function findRefusal(directory: string, hasDirectory: (directory: string) => boolean): string | undefined {
  if (isReservedDirectory(directory)) return `Tools read rules in ${directory}, so no other file is written there.`;
  return hasDirectory(directory) ? undefined : `The directory ${directory} does not exist, or is a link.`;
}
