import { resolve } from "node:path";
import { maxEventRules, type EventData } from "@precept/contract";
import { describeReason, type Diagnostic, type Resolution, type RulesChange, type Tenant } from "@precept/core";
import { pathInside } from "@precept/files";
import type { Workspace } from "@precept/workspace";

/** Converts a change of rules to the data of an event. @param reader who receives it; `all` receives everything. */
export function toRulesChanged(
  { store, owner, saved, deleted, diagnostics }: RulesChange,
  workspace: Pick<Workspace, "root" | "roots">,
  reader: Tenant | "all",
): EventData<"rules_changed"> {
  const references = saved.slice(0, maxEventRules).map(({ id, name, scope }) => ({ id, name, scope }));
  const ids = deleted.slice(0, maxEventRules);
  return {
    store,
    project_id: owner.projectId ?? null,
    user_id: owner.userId ?? null,
    saved: references,
    deleted: ids,
    omitted: saved.length + deleted.length - references.length - ids.length,
    diagnostics: reader === "all" ? diagnostics.length : countVisible(diagnostics, workspace, reader),
  };
}

/** Counts the diagnostics of files that are not in the personal directory of another user. */
function countVisible(
  diagnostics: readonly Diagnostic[],
  { root, roots }: Pick<Workspace, "root" | "roots">,
  { userId }: Tenant,
): number {
  const foreign = roots.filter((one) => one.userId !== undefined && one.userId !== userId).map(({ dir }) => resolve(root, dir));
  if (foreign.length === 0) return diagnostics.length;
  const isForeign = (file: string): boolean => foreign.some((dir) => pathInside(dir, resolve(root, file)) !== undefined);
  return diagnostics.filter(({ file }) => file === undefined || !isForeign(file)).length;
}

/** Converts a resolution to the data of an event. */
export function toRulesApplied(resolution: Resolution, tenant: Tenant): EventData<"rules_applied"> {
  const { requestId, timestamp = null, request, applied, totals } = resolution;
  return {
    request_id: requestId,
    timestamp,
    user_id: tenant.userId ?? null,
    files: [...request.files],
    applied: applied.map(({ rule: { id, name, scope, inclusion }, reason, matchedFiles }) => ({
      id,
      name,
      scope,
      inclusion,
      reason: describeReason(reason, matchedFiles),
    })),
    totals: { ...totals },
  };
}
