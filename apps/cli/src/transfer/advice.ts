import type { BlockReason, ExportAction } from "@precept/mdc-compat";

/** Why an export does not write a file, and what to do about it. */
export interface BlockAdvice {
  readonly message: string;
  readonly hint: string;
}

export function explainBlock(action: ExportAction): BlockAdvice {
  return advice[action.reason ?? "unusable"](action);
}

const advice: Readonly<Record<BlockReason, (action: ExportAction) => BlockAdvice>> = {
  changed: ({ path, targets, rules, after }) => {
    if (after === undefined) {
      return { message: "no longer needed, but edited since it was exported", hint: `Import ${path} first, or delete it.` };
    }
    const message = "edited since it was exported";
    // An import cannot tell which of its rules changed.
    if (rules.length > 1) {
      return { message, hint: `Make the change in one of its ${rules.length} rules, then delete the file and export again.` };
    }
    return {
      message,
      hint: `Run \`precept import --from ${targets.join(",")}\` to import the change, or delete the file and export again.`,
    };
  },
  foreign: ({ targets }) => ({
    message: "exists already, and was not written by Precept",
    hint: `Run \`precept import --from ${targets.join(",")}\` to convert it to a rule, or move it away.`,
  }),
  unusable: () => ({
    message: "not a regular text file in the project",
    hint: "Replace it with a regular file, or move it away.",
  }),
};
