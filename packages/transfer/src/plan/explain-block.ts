import { isItemId } from "../ledger/item-id.ts";
import type { BlockReason, ExportAction } from "./export-plan.ts";

/** Why an export does not write a file, and what to do about it. */
export interface BlockAdvice {
  readonly message: string;
  readonly hint: string;
}

/** Explains why an export or import leaves a file as it is, and what the user can do. */
export function explainBlock(action: ExportAction): BlockAdvice {
  return advice[action.reason ?? "unusable"](action);
}

/** What to do about a file with other values than the items that it would get. */
function adviseOnItems(path: string, targets: readonly string[], rules: readonly string[]): string {
  const natives = rules.map((rule) => rule.slice(rule.indexOf(":") + 1));
  const named = natives.length > 3 ? `${natives.length} files of .precept` : natives.join(", ");
  const choices = `\`precept import --take ${path}\` changes ${named} to what it says, and \`precept export --force ${path}\` overwrites it.`;
  // An ignore file has no front matter.
  if (natives.includes(".precept/ignore")) return choices;
  return `${choices} To keep both, add \`targets\` without ${targets.join(", ")} to ${named}.`;
}

const advice: Readonly<Record<BlockReason, (action: ExportAction) => BlockAdvice>> = {
  changed: ({ path, targets, after, copy }) => {
    const force = `\`precept export --force ${path}\``;
    if (after === undefined && copy?.from === undefined) {
      if (copy !== undefined)
        return {
          message: "no longer needed, but changed since it was copied",
          hint: `Move it away, or run ${force} to delete it.`,
        };
      const hint = `Run \`precept import --take ${path}\` to make a rule of it, or ${force} to delete it.`;
      return { message: "no longer needed, but edited since it was exported", hint };
    }
    const take = `Run \`precept import --from ${targets.join(",")}\` to take the edit into the ${copy === undefined ? "rule" : "skill"}`;
    return { message: "edited since it was exported", hint: `${take}, or ${force} to overwrite it.` };
  },
  foreign: ({ path, targets, rules, copy }) => ({
    message: "exists already, and was not written by Precept",
    hint: rules.some(isItemId)
      ? adviseOnItems(path, targets, rules)
      : `Run \`precept import --from ${targets.join(",")}\` to ${copy === undefined ? "convert it to a rule" : "compare it with the skill"}, or \`precept export --force ${path}\` to overwrite it.`,
  }),
  tooLong: () => ({
    message: "longer than its tools read",
    hint: "Shorten its rules, or pass --over-limit to write it as it is.",
  }),
  programs: ({ programs = [] }) => ({
    message: `lets the tool start or do without asking: ${programs.join(" · ")}`,
    hint: "Check its source in .precept, then run `precept export --allow-programs`.",
  }),
  unreadable: ({ path }) => ({
    message: "cannot be read, so that nothing in it can be changed alone",
    hint: `Correct ${path}, then export again.`,
  }),
  unusable: ({ copy }) => ({
    message: copy === undefined ? "not a regular text file in the project" : "not a regular file in the project, or too large",
    hint: "Replace it with a regular file, or move it away.",
  }),
};
