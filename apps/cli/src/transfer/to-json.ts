import type { ExportAction, RuleReport } from "@precept/mdc-compat";
import { explainBlock } from "./advice.ts";

/** An action for programs. */
export function actionToJson(action: ExportAction): object {
  const { kind, path, targets, rules, reason } = action;
  return { kind, path, targets, rules, ...(kind === "blocked" && { reason: reason ?? "unusable", ...explainBlock(action) }) };
}

/** A rule that a target does not get as it is, for programs. */
export function reportToJson({ rule, target, notes }: RuleReport): object {
  return { name: rule.name, id: rule.id, target: target.id, notes };
}
