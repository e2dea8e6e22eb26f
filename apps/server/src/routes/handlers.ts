import type { ProjectRouteId, ProjectRoutes } from "@precept/contract";
import type { Handler } from "./handler.ts";
import { bootAgent } from "./context/boot.ts";
import { getContext } from "./context/get.ts";
import { addMemoryEntry, listMemoryEntries } from "./context/memory.ts";
import { addDailyNote } from "./context/notes.ts";
import { streamEvents } from "./events/stream-events.ts";
import { listAuditEntries, verifyAuditLog } from "./policies/audit.ts";
import { checkPolicies } from "./policies/check.ts";
import { enforcePolicies, reportViolation } from "./policies/enforce.ts";
import { getPolicy, listPolicies } from "./policies/list.ts";
import { registerPolicies } from "./policies/register.ts";
import { answerApproval, listApprovals } from "./policies/approvals.ts";
import { complySoftHook, ignoreSoftHook, listSoftHooks } from "./policies/soft-hooks.ts";
import { getRuleHistory } from "./memory/history.ts";
import { restoreRule } from "./memory/restore.ts";
import { listUsage } from "./memory/usage.ts";
import { resolve } from "./resolve/resolve.ts";
import { getTrace, listTraces } from "./resolve/traces.ts";
import { listConflicts } from "./rules/conflicts.ts";
import { createRule } from "./rules/create.ts";
import { deleteRule } from "./rules/delete.ts";
import { getRule } from "./rules/get.ts";
import { listRules } from "./rules/list.ts";
import { reloadRules } from "./rules/reload.ts";
import { searchRules } from "./rules/search.ts";
import { updateRule } from "./rules/update.ts";
import { validateRule } from "./rules/validate.ts";

/** The handlers of all routes of a project. */
export const handlers: { readonly [Id in ProjectRouteId]: Handler<ProjectRoutes[Id]> } = {
  resolve,
  listTraces,
  getTrace,
  listPolicies,
  getPolicy,
  registerPolicies,
  checkPolicies,
  enforcePolicies,
  reportViolation,
  listSoftHooks,
  ignoreSoftHook,
  complySoftHook,
  listApprovals,
  answerApproval,
  listAuditEntries,
  verifyAuditLog,
  streamEvents,
  listRules,
  createRule,
  getRule,
  updateRule,
  deleteRule,
  searchRules,
  validateRule,
  listConflicts,
  reloadRules,
  listUsage,
  getRuleHistory,
  restoreRule,
  getContext,
  bootAgent,
  listMemoryEntries,
  addMemoryEntry,
  addDailyNote,
};
