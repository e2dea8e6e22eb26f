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
  changed: ({ path, targets, after }) =>
    after === undefined
      ? { message: "no longer needed, but edited since it was exported", hint: `Import ${path} first, or delete it.` }
      : {
          message: "edited since it was exported",
          hint: `Run \`precept import --from ${targets.join(",")}\` to import the change, or delete the file and export again.`,
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
