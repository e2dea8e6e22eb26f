// Generated from the routes by `pnpm generate`.
import type { ProjectRouteId } from "../routes.ts";

/** How a client sends the request of a route. */
export interface RouteTableRow {
  readonly method: "get" | "post" | "put" | "delete";
  /** The path with parameters in braces, relative to the project. */
  readonly path: string;
  /** Whether the request may be sent again if its outcome is unknown. */
  readonly isRepeatable: boolean;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** Methods and paths of all routes. Unlike `projectRoutes`, it needs no schemas. */
export const routeTable: Readonly<Record<ProjectRouteId, RouteTableRow>> = {
  resolve: {"method":"post","path":"/resolve","isRepeatable":true,"hasBody":true,"hasQuery":false},
  listTraces: {"method":"get","path":"/traces","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getTrace: {"method":"get","path":"/traces/{id}","isRepeatable":true,"hasBody":false,"hasQuery":false},
  listPolicies: {"method":"get","path":"/policies","isRepeatable":true,"hasBody":false,"hasQuery":true},
  registerPolicies: {"method":"post","path":"/policies","isRepeatable":true,"hasBody":true,"hasQuery":false},
  validatePolicies: {"method":"post","path":"/policies/validate","isRepeatable":true,"hasBody":true,"hasQuery":false},
  checkPolicies: {"method":"post","path":"/policies/check","isRepeatable":true,"hasBody":true,"hasQuery":false},
  enforcePolicies: {"method":"post","path":"/policies/enforce","isRepeatable":false,"hasBody":true,"hasQuery":false},
  reportViolation: {"method":"post","path":"/policies/report","isRepeatable":false,"hasBody":true,"hasQuery":false},
  listSoftHooks: {"method":"get","path":"/policies/soft-hooks","isRepeatable":true,"hasBody":false,"hasQuery":true},
  ignoreSoftHook: {"method":"post","path":"/policies/soft-hooks/ignore","isRepeatable":false,"hasBody":true,"hasQuery":false},
  complySoftHook: {"method":"post","path":"/policies/soft-hooks/comply","isRepeatable":false,"hasBody":true,"hasQuery":false},
  listApprovals: {"method":"get","path":"/policies/approvals","isRepeatable":true,"hasBody":false,"hasQuery":true},
  answerApproval: {"method":"post","path":"/policies/approvals/answer","isRepeatable":false,"hasBody":true,"hasQuery":false},
  listAuditEntries: {"method":"get","path":"/policies/audit","isRepeatable":true,"hasBody":false,"hasQuery":true},
  verifyAuditLog: {"method":"get","path":"/policies/audit/verify","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getPolicy: {"method":"get","path":"/policies/{policy}","isRepeatable":true,"hasBody":false,"hasQuery":false},
  deletePolicy: {"method":"delete","path":"/policies/{policy}","isRepeatable":false,"hasBody":false,"hasQuery":false},
  streamEvents: {"method":"get","path":"/events","isRepeatable":true,"hasBody":false,"hasQuery":true},
  listRules: {"method":"get","path":"/rules","isRepeatable":true,"hasBody":false,"hasQuery":true},
  createRule: {"method":"post","path":"/rules","isRepeatable":false,"hasBody":true,"hasQuery":false},
  getRule: {"method":"get","path":"/rules/{rule}","isRepeatable":true,"hasBody":false,"hasQuery":true},
  updateRule: {"method":"put","path":"/rules/{rule}","isRepeatable":false,"hasBody":true,"hasQuery":true},
  deleteRule: {"method":"delete","path":"/rules/{rule}","isRepeatable":false,"hasBody":false,"hasQuery":true},
  searchRules: {"method":"post","path":"/rules/search","isRepeatable":true,"hasBody":true,"hasQuery":false},
  validateRule: {"method":"post","path":"/rules/validate","isRepeatable":true,"hasBody":true,"hasQuery":false},
  listConflicts: {"method":"get","path":"/rules/conflicts","isRepeatable":true,"hasBody":false,"hasQuery":true},
  reloadRules: {"method":"post","path":"/rules/reload","isRepeatable":true,"hasBody":false,"hasQuery":true},
  listReview: {"method":"get","path":"/review","isRepeatable":true,"hasBody":false,"hasQuery":true},
  decideReview: {"method":"post","path":"/review","isRepeatable":false,"hasBody":true,"hasQuery":true},
  listUsage: {"method":"get","path":"/memory/usage","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getRuleHistory: {"method":"get","path":"/memory/rules/{rule}/history","isRepeatable":true,"hasBody":false,"hasQuery":true},
  restoreRule: {"method":"post","path":"/memory/rules/{rule}/restore","isRepeatable":false,"hasBody":true,"hasQuery":true},
  getContext: {"method":"get","path":"/context","isRepeatable":true,"hasBody":false,"hasQuery":true},
  bootAgent: {"method":"post","path":"/context/boot","isRepeatable":false,"hasBody":true,"hasQuery":false},
  listMemoryEntries: {"method":"get","path":"/context/memory","isRepeatable":true,"hasBody":false,"hasQuery":true},
  addMemoryEntry: {"method":"post","path":"/context/memory","isRepeatable":false,"hasBody":true,"hasQuery":false},
  addDailyNote: {"method":"post","path":"/context/notes","isRepeatable":false,"hasBody":true,"hasQuery":false},
  listFiles: {"method":"get","path":"/project/files","isRepeatable":true,"hasBody":false,"hasQuery":true},
  findPaths: {"method":"get","path":"/project/paths","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getBudget: {"method":"get","path":"/project/budget","isRepeatable":true,"hasBody":false,"hasQuery":true},
  compareTools: {"method":"post","path":"/project/tools/compare","isRepeatable":true,"hasBody":true,"hasQuery":false},
  getSettings: {"method":"get","path":"/project/settings","isRepeatable":true,"hasBody":false,"hasQuery":false},
  listDiagnostics: {"method":"get","path":"/project/diagnostics","isRepeatable":true,"hasBody":false,"hasQuery":false},
  listSessions: {"method":"get","path":"/sessions","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getSessionTimeline: {"method":"get","path":"/sessions/{session}","isRepeatable":true,"hasBody":false,"hasQuery":false},
  listAdherence: {"method":"get","path":"/adherence","isRepeatable":true,"hasBody":false,"hasQuery":false},
  planTransfer: {"method":"post","path":"/transfer/plan","isRepeatable":true,"hasBody":true,"hasQuery":false},
  applyTransfer: {"method":"post","path":"/transfer/apply","isRepeatable":false,"hasBody":true,"hasQuery":false},
};
