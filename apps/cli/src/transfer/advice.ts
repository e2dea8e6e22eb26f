import type { BlockReason, ExportAction } from "@precept/mdc-compat";

/** Why a file is left alone, and what to do about it. */
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
      ? { message: "nothing asks for it any more, but somebody changed it", hint: `Delete ${path} by hand, or import it first.` }
      : {
          message: "somebody changed it since it was written",
          hint: `\`precept import --from ${targets.join(",")}\` takes the change over; or delete it and export again.`,
        },
  foreign: ({ targets }) => ({
    message: "it was there before, and Precept did not write it",
    hint: `\`precept import --from ${targets.join(",")}\` makes a rule of it; or move it away.`,
  }),
  unusable: () => ({
    message: "it is a link, no text file, or lies outside the project",
    hint: "Put an ordinary file in its place, or move it away.",
  }),
};
