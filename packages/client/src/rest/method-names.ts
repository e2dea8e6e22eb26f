import type { ProjectRouteId, ProjectRoutes } from "@precept/contract";

/** The routes with an answer in JSON. `client.events` reads the stream of events. */
export type JsonRouteId = {
  [Id in ProjectRouteId]: ProjectRoutes[Id]["answer"] extends { readonly type: "text/event-stream" } ? never : Id;
}[ProjectRouteId];

/** The client's method for each route, as `group.method` or `method`. Does not compile if one is missing. */
export const methodNames = {
  resolve: "resolve",
  listTraces: "traces.list",
  getTrace: "traces.get",
  listRules: "rules.list",
  createRule: "rules.create",
  getRule: "rules.get",
  updateRule: "rules.update",
  deleteRule: "rules.delete",
  searchRules: "rules.search",
  validateRule: "rules.validate",
  listConflicts: "rules.conflicts",
  reloadRules: "rules.reload",
  listReview: "review.list",
  decideReview: "review.decide",
  listUsage: "rules.usage",
  getRuleHistory: "rules.history",
  restoreRule: "rules.restore",
  getContext: "context.get",
  bootAgent: "context.boot",
  listMemoryEntries: "context.memory",
  addMemoryEntry: "context.remember",
  addDailyNote: "context.note",
  listPolicies: "policies.list",
  getPolicy: "policies.get",
  registerPolicies: "policies.register",
  validatePolicies: "policies.validate",
  deletePolicy: "policies.delete",
  checkPolicies: "policies.check",
  enforcePolicies: "policies.enforce",
  reportViolation: "policies.report",
  listSoftHooks: "softHooks.list",
  ignoreSoftHook: "softHooks.ignore",
  complySoftHook: "softHooks.comply",
  listApprovals: "approvals.list",
  answerApproval: "approvals.answer",
  listAuditEntries: "audit.list",
  verifyAuditLog: "audit.verify",
  listFiles: "project.files",
  findPaths: "project.paths",
  getBudget: "project.budget",
  compareTools: "project.compareTools",
  getSettings: "project.settings",
  listDiagnostics: "project.diagnostics",
  listSessions: "sessions.list",
  getSessionTimeline: "sessions.get",
  listAdherence: "sessions.adherence",
  planTransfer: "transfer.plan",
  applyTransfer: "transfer.apply",
} as const satisfies Readonly<Record<JsonRouteId, string>>;

export type MethodNames = typeof methodNames;
