import { explainBlock, type ExportAction, type ImportAction, type ItemReport, type RuleReport } from "@precept/transfer";

export function actionToJson(action: ExportAction): object {
  const { kind, path, targets, rules, reason, copy } = action;
  const copied = copy?.from === undefined ? {} : { copy_of: copy.from, mode: copy.mode, bytes: copy.size };
  return {
    kind,
    path,
    targets,
    rules,
    ...copied,
    ...(action.programs !== undefined && { programs: action.programs }),
    ...(kind === "blocked" && { reason: reason ?? "unusable", ...explainBlock(action) }),
  };
}

export function importToJson(action: ImportAction): object {
  return { ...actionToJson(action), sources: action.sources };
}

export function reportToJson({ rule, target, notes }: RuleReport): object {
  return { name: rule.name, id: rule.id, target: target.id, notes };
}

export function itemReportToJson({ kind, name, id, target, isWritten, notes }: ItemReport): object {
  return { kind, name, id, target: target.id, written: isWritten, notes };
}
