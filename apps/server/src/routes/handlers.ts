import type { ProjectRouteId, ProjectRoutes } from "@precept/api";
import type { Handler } from "./handler.ts";
import { streamEvents } from "./events/stream-events.ts";
import { listAuditEntries, verifyAuditLog } from "./policies/audit.ts";
import { checkPolicies } from "./policies/check.ts";
import { enforcePolicies, reportViolation } from "./policies/enforce.ts";
import { getPolicy, listPolicies } from "./policies/list.ts";
import { registerPolicies } from "./policies/register.ts";
import { complySoftHook, ignoreSoftHook, listSoftHooks } from "./policies/soft-hooks.ts";
import { resolve } from "./resolve/resolve.ts";
import { getTrace, listTraces } from "./resolve/traces.ts";

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
  listAuditEntries,
  verifyAuditLog,
  streamEvents,
};
