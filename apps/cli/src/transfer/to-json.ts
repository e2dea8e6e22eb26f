import type { ExportAction, RuleReport } from "@precept/transfer";
import { explainBlock } from "./advice.ts";

/** Converts an action to JSON. */
export function actionToJson(action: ExportAction): object {
  const { kind, path, targets, rules, reason } = action;
  return { kind, path, targets, rules, ...(kind === "blocked" && { reason: reason ?? "unusable", ...explainBlock(action) }) };
}

/** Converts a report about a rule that a target cannot express in full. */
export function reportToJson({ rule, target, notes }: RuleReport): object {
  return { name: rule.name, id: rule.id, target: target.id, notes };
}
