import type { BlockReason, ExportAction, ImportAction, RuleReport } from "@precept/transfer";

export function actionToJson(action: ExportAction): object {
  const { kind, path, targets, rules, reason } = action;
  return { kind, path, targets, rules, ...(kind === "blocked" && { reason: reason ?? "unusable", ...explainBlock(action) }) };
}

export function importToJson(action: ImportAction): object {
  return { ...actionToJson(action), sources: action.sources };
}

export function reportToJson({ rule, target, notes }: RuleReport): object {
  return { name: rule.name, id: rule.id, target: target.id, notes };
}

/** Why an export does not write a file, and what to do about it. */
interface BlockAdvice {
  readonly message: string;
  readonly hint: string;
}

export function explainBlock(action: ExportAction): BlockAdvice {
  return advice[action.reason ?? "unusable"](action);
}

const advice: Readonly<Record<BlockReason, (action: ExportAction) => BlockAdvice>> = {
  changed: ({ path, targets, after }) => {
    const force = `\`precept export --force ${path}\``;
    if (after === undefined) {
      const hint = `Run \`precept import --take ${path}\` to make a rule of it, or ${force} to delete it.`;
      return { message: "no longer needed, but edited since it was exported", hint };
    }
    const take = `Run \`precept import --from ${targets.join(",")}\` to take the edit into the rule`;
    return { message: "edited since it was exported", hint: `${take}, or ${force} to overwrite it.` };
  },
  foreign: ({ path, targets }) => ({
    message: "exists already, and was not written by Precept",
    hint: `Run \`precept import --from ${targets.join(",")}\` to convert it to a rule, or \`precept export --force ${path}\` to overwrite it.`,
  }),
  tooLong: () => ({
    message: "longer than its tools read",
    hint: "Shorten its rules, or pass --over-limit to write it as it is.",
  }),
  unusable: () => ({
    message: "not a regular text file in the project",
    hint: "Replace it with a regular file, or move it away.",
  }),
};
