import { hasRole, roles, type ProjectRouteId, type Role } from "@precept/contract";
import { adviceFile, adviceFingerprint, advicePolicy, createNewPolicy } from "./matrix-policies.ts";
import type { TestRequest } from "./test-server.ts";

/**
 * Whose data a request is about: the user's own, another user's, that of all users, or that of all users of the
 * project.
 */
export const owners = ["own", "other", "global", "project"] as const;

export type Owner = (typeof owners)[number];

/**
 * What a client gets. `served`: an answer, in which the data is. `hidden`: an answer as if the data did not exist: 404,
 * or an answer without it. `forbidden`: 403. A status and a code: the request
 * was accepted, but conflicts with the state of the project.
 */
type Outcome = "served" | "hidden" | "forbidden" | `409 ${string}`;

/** A request to a route about some data, and what each role gets for the data of each owner. */
export interface AccessRow {
  /** @param name of the data: a rule and the id of a trace. */
  readonly request: (name: string) => TestRequest & { readonly path: string };
  /** Whether the name of the data must be in the answer if it is served. */
  readonly shows: boolean;
  readonly outcomes: Readonly<Record<Owner, Readonly<Record<Role, Outcome>>>>;
}

function all(outcome: Outcome): Readonly<Record<Role, Outcome>> {
  return { reader: outcome, editor: outcome, admin: outcome };
}

/** Every role sees what its user may see, and nothing of other users. */
const visibleData: AccessRow["outcomes"] = {
  own: all("served"),
  other: all("hidden"),
  global: all("served"),
  project: all("served"),
};

/** Admins see the data of all users, too. */
const visibleToAdmins: AccessRow["outcomes"] = { ...visibleData, other: { ...all("hidden"), admin: "served" } };

/** Only users have such data, and admins see that of all users. */
const dataOfUsers: AccessRow["outcomes"] = { ...visibleToAdmins, global: all("hidden"), project: all("hidden") };

/** A request that reads: its answer contains the data, or not. */
function reads(outcomes: AccessRow["outcomes"], request: AccessRow["request"]): AccessRow {
  return { request, outcomes, shows: true };
}

/** A request whose answer does not depend on the owner of the data. */
function isFor(role: Role, request: AccessRow["request"]): AccessRow {
  const outcome = Object.fromEntries(roles.map((one) => [one, hasRole(one, role) ? "served" : "forbidden"]));
  const same = outcome as Record<Role, Outcome>;
  return { request, shows: false, outcomes: { own: same, other: same, global: same, project: same } };
}

/** A request of admins for data that does not exist, or that conflicts with the state of the project. */
function refusedFor(outcome: Outcome, request: AccessRow["request"]): AccessRow {
  const same = { ...all("forbidden"), admin: outcome };
  return { request, shows: false, outcomes: { own: same, other: same, global: same, project: same } };
}

/**
 * Editors change the data of their user and of the project, admins also that of all users. Only a request that names
 * another user changes that data.
 */
const changeableData: AccessRow["outcomes"] = {
  own: { ...all("served"), reader: "forbidden" },
  other: { ...all("hidden"), reader: "forbidden" },
  global: { ...all("forbidden"), admin: "served" },
  project: { ...all("served"), reader: "forbidden" },
};

/** A request that changes data. */
function changes(request: AccessRow["request"]): AccessRow {
  return { request, outcomes: changeableData, shows: false };
}

/** A new rule for the owner in the name of the data. */
function ruleFor(name: string): object {
  const rule = { name: `new-${name}`, description: "New.", content: "New.", store: "sqlite", scope: scopeOf(name) };
  return name.endsWith("other") ? { ...rule, user_id: "bob" } : rule;
}

function scopeOf(name: string): string {
  return ["global", "project"].find((scope) => name.endsWith(scope)) ?? "user";
}

/** The soft hook of an agent, in the session with the name of the data. */
function softHookOf(name: string): object {
  return { rule_id: advicePolicy, fingerprint: adviceFingerprint, session: name, agent: "agent" };
}

const text = { subjects: [{ text: "No advice applies." }] };

/** What each route gives to whom. A route without a row does not compile. */
export const accessMatrix: Readonly<Record<ProjectRouteId, AccessRow>> = {
  resolve: reads(visibleData, () => ({ path: "/resolve", body: { count_use: false } })),
  listTraces: reads(visibleToAdmins, () => ({ path: "/traces" })),
  getTrace: reads(dataOfUsers, (name) => ({ path: `/traces/${name}` })),

  listRules: reads(visibleData, () => ({ path: "/rules" })),
  createRule: {
    ...changes((name) => ({ path: "/rules", body: ruleFor(name) })),
    outcomes: { ...changeableData, other: { ...all("forbidden"), admin: "served" } },
  },
  getRule: reads(visibleData, (name) => ({ path: `/rules/${name}` })),
  updateRule: changes((name) => ({ path: `/rules/${name}?scope=${scopeOf(name)}`, method: "PUT", body: { priority: 60 } })),
  deleteRule: changes((name) => ({ path: `/rules/${name}?scope=${scopeOf(name)}`, method: "DELETE" })),
  searchRules: reads(visibleData, (name) => ({ path: "/rules/search", body: { text: `about ${name}`, limit: 100 } })),
  validateRule: isFor("reader", () => ({ path: "/rules/validate", body: { content: "text" } })),
  listConflicts: isFor("reader", () => ({ path: "/rules/conflicts" })),
  listReview: isFor("reader", () => ({ path: "/review?unused_days=0" })),
  decideReview: changes((name) => ({ path: "/review", body: { key: `unused:sqlite ${name}`, decision: "accept" } })),
  reloadRules: isFor("editor", () => ({ path: "/rules/reload", method: "POST" })),

  listUsage: reads(visibleData, () => ({ path: "/memory/usage" })),
  getRuleHistory: reads(visibleData, (name) => ({ path: `/memory/rules/${name}/history` })),
  restoreRule: changes((name) => ({ path: `/memory/rules/${name}/restore`, body: { version: 1 } })),

  getContext: isFor("reader", () => ({ path: "/context" })),
  bootAgent: isFor("reader", () => ({ path: "/context/boot", body: { count_use: false } })),
  // The tokens of the matrix have the right to main sessions; `shared-session.test.ts` tries those that do not.
  listMemoryEntries: isFor("reader", () => ({ path: "/context/memory" })),
  addMemoryEntry: isFor("editor", () => ({ path: "/context/memory", body: { content: "Remember this." } })),
  addDailyNote: isFor("editor", () => ({ path: "/context/notes", body: { content: "Note this." } })),

  listPolicies: isFor("reader", () => ({ path: "/policies" })),
  getPolicy: isFor("reader", () => ({ path: `/policies/${advicePolicy}` })),
  registerPolicies: isFor("editor", () => ({ path: "/policies", body: { rule: createNewPolicy() } })),
  validatePolicies: isFor("editor", () => ({ path: "/policies/validate", body: { rule: adviceFile } })),
  // The policy is in a file of the project, which only admins may change. The file has another name.
  deletePolicy: refusedFor("409 POLICY_DEFINED_ELSEWHERE", () => ({ path: `/policies/${advicePolicy}`, method: "DELETE" })),
  checkPolicies: isFor("reader", () => ({ path: "/policies/check", body: text })),
  enforcePolicies: isFor("reader", () => ({ path: "/policies/enforce", body: text })),
  reportViolation: isFor("reader", () => ({ path: "/policies/report", body: { rule_id: advicePolicy } })),
  listSoftHooks: reads(dataOfUsers, () => ({ path: "/policies/soft-hooks" })),
  ignoreSoftHook: {
    ...reads(dataOfUsers, (name) => ({ path: "/policies/soft-hooks/ignore", body: softHookOf(name) })),
    outcomes: { ...dataOfUsers, other: all("hidden") },
  },
  complySoftHook: {
    ...reads(dataOfUsers, (name) => ({ path: "/policies/soft-hooks/comply", body: softHookOf(name) })),
    outcomes: { ...dataOfUsers, other: all("hidden") },
  },
  listApprovals: isFor("reader", () => ({ path: "/policies/approvals" })),
  answerApproval: refusedFor("hidden", () => ({ path: "/policies/approvals/answer", body: { key: "none", approved: true } })),
  listAuditEntries: isFor("admin", () => ({ path: "/policies/audit" })),
  verifyAuditLog: isFor("admin", () => ({ path: "/policies/audit/verify" })),

  listFiles: reads(visibleData, () => ({ path: "/project/files" })),
  findPaths: isFor("reader", () => ({ path: "/project/paths?text=a" })),
  getBudget: reads(visibleData, () => ({ path: "/project/budget" })),
  compareTools: isFor("reader", () => ({ path: "/project/tools/compare", body: { tools: ["claude", "cursor"] } })),
  getSettings: isFor("admin", () => ({ path: "/project/settings" })),
  listDiagnostics: isFor("admin", () => ({ path: "/project/diagnostics" })),

  listSessions: isFor("admin", () => ({ path: "/sessions" })),
  getSessionTimeline: refusedFor("hidden", () => ({ path: "/sessions/none" })),
  listAdherence: isFor("admin", () => ({ path: "/adherence" })),

  planTransfer: isFor("admin", () => ({ path: "/transfer/plan", body: { action: "import" } })),
  applyTransfer: refusedFor("409 PLAN_CHANGED", () => ({ path: "/transfer/apply", body: { action: "import", plan: "none" } })),

  streamEvents: isFor("reader", () => ({ path: "/events" })),
};
