import { phases } from "../values/phase.ts";
import { policyModes } from "../values/policy-match.ts";
import { policySeverities } from "../values/policy-severity.ts";
import { z } from "zod";
import { defineRoute } from "../route.ts";
import { wireDiagnostic } from "../schemas/diagnostic.ts";
import {
  approvalRequest,
  auditEntry,
  checkAnswer,
  checkRequest,
  complyRequest,
  enforceAnswer,
  enforceRequest,
  ignoreRequest,
  reportRequest,
  softHookEffects,
  wireApproval,
  wirePolicy,
  wireSoftHook,
} from "../schemas/policies.ts";
import { jsonObject } from "../schemas/rule.ts";

const tag = "Policies";
const diagnostics = z.array(wireDiagnostic);
const softHookChanges = z.object({ effects: softHookEffects.describe("Empty if the tool use was already counted.") });
const date = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Policies, their decisions, soft hooks and the audit log. */
export const policyRoutes = {
  listPolicies: defineRoute({
    method: "get",
    path: "/policies",
    tag,
    summary: "List the active policies",
    role: "reader",
    isRepeatable: true,
    query: z.object({
      severity: z.enum(policySeverities).optional().describe("Only policies of this severity."),
      phase: z.enum(phases).optional().describe("Only policies that are checked in this phase."),
      category: z.string().optional().describe("Only policies of this category."),
      mode: z.enum(policyModes).optional().describe("Only policies in this mode."),
    }),
    answer: {
      status: 200,
      description: "The policies, ordered by id.",
      body: z.object({
        policies: z.array(wirePolicy),
        diagnostics: diagnostics.describe("The problems of all policies, including those that are not active because of them."),
      }),
    },
  }),
  registerPolicies: defineRoute({
    method: "post",
    path: "/policies",
    tag,
    summary: "Register policies",
    description:
      "Activates policies for all users of the project, until the server is restarted. A newer version replaces an older one. With " +
      "`save`, which only admins may set, they are written to `.precept/policies`. A policy that fails its own tests, or whose pattern " +
      "can take too long, is refused.",
    role: "editor",
    isRepeatable: true,
    body: z.strictObject({
      rule: z.union([z.string(), jsonObject]).describe("A policy as an object, or YAML as in a policy file."),
      save: z.boolean().default(false).describe("Whether to save the policies in `.precept/policies`. Only for admins."),
    }),
    answer: {
      status: 200,
      description: "The accepted policies. If all were refused, the answer is an error.",
      body: z.object({
        accepted: z.boolean().describe("Whether all policies were accepted."),
        rule_ids: z.array(z.string()).describe("The ids of the accepted policies."),
        diagnostics,
      }),
    },
    errors: [409],
  }),
  checkPolicies: defineRoute({
    method: "post",
    path: "/policies/check",
    tag,
    summary: "Check texts against the policies",
    description: "Has no side effects: nothing is counted, logged or fixed.",
    role: "reader",
    isRepeatable: true,
    body: checkRequest,
    answer: { status: 200, description: "The decision.", body: checkAnswer },
    errors: [404],
  }),
  enforcePolicies: defineRoute({
    method: "post",
    path: "/policies/enforce",
    tag,
    summary: "Check texts and act on the decision",
    description:
      "Counts ignored advice, writes the audit log, and sends the notifications of the project's settings. Needs no more than the role " +
      "`reader`: an agent that is subject to policies must not need a token that could change them. The server never writes the " +
      "corrected texts. Its working tree is only rolled back for admins that ask for it with `rollback`.",
    role: "reader",
    isRepeatable: false,
    body: enforceRequest,
    answer: { status: 200, description: "The decision and what was done about it.", body: enforceAnswer },
    errors: [404],
  }),
  reportViolation: defineRoute({
    method: "post",
    path: "/policies/report",
    tag,
    summary: "Report a violation",
    description:
      "Records a violation that a human, an agent or another program found, and acts on it like `POST /policies/enforce`. Policies " +
      "without `match` can only be violated this way.",
    role: "reader",
    isRepeatable: false,
    body: reportRequest,
    answer: { status: 200, description: "The decision and what was done about it.", body: enforceAnswer },
    errors: [404],
  }),
  listSoftHooks: defineRoute({
    method: "get",
    path: "/policies/soft-hooks",
    tag,
    summary: "List open soft hooks",
    description: "A client sees those of its own user, an admin all.",
    role: "reader",
    isRepeatable: true,
    query: z.object({
      session: z.string().optional().describe("Only those of this session."),
      agent: z.string().optional().describe("Only those of this agent."),
      user_id: z.string().optional().describe("Only those of this user. Only an admin may name another."),
    }),
    answer: { status: 200, description: "The open soft hooks.", body: z.object({ soft_hooks: z.array(wireSoftHook) }) },
  }),
  ignoreSoftHook: defineRoute({
    method: "post",
    path: "/policies/soft-hooks/ignore",
    tag,
    summary: "Record that a soft hook was ignored",
    role: "reader",
    isRepeatable: false,
    body: ignoreRequest,
    answer: { status: 200, description: "The changes of the soft hook.", body: softHookChanges },
    errors: [404, 409],
  }),
  complySoftHook: defineRoute({
    method: "post",
    path: "/policies/soft-hooks/comply",
    tag,
    summary: "Resolve a soft hook that the agent complied with",
    role: "reader",
    isRepeatable: false,
    body: complyRequest,
    answer: { status: 200, description: "The changes of the soft hook.", body: softHookChanges },
    errors: [404, 409],
  }),
  listApprovals: defineRoute({
    method: "get",
    path: "/policies/approvals",
    tag,
    summary: "List the questions to humans",
    description:
      "Open questions of policies with the action ASK, and answers that still count. A client sees those of its own user, an admin all.",
    role: "reader",
    isRepeatable: true,
    query: z.object({ session: z.string().optional().describe("Only those of this session.") }),
    answer: { status: 200, description: "The questions, oldest first.", body: z.object({ approvals: z.array(wireApproval) }) },
  }),
  answerApproval: defineRoute({
    method: "post",
    path: "/policies/approvals/answer",
    tag,
    summary: "Answer a question",
    description:
      "Approves or denies what an agent asks for. Only with a token of an admin: agents must not have one, and a server without tokens " +
      "cannot tell a human from an agent.",
    role: "admin",
    isRepeatable: false,
    body: approvalRequest,
    answer: { status: 200, description: "The question with its answer.", body: wireApproval },
    errors: [404, 409],
  }),
  listAuditEntries: defineRoute({
    method: "get",
    path: "/policies/audit",
    tag,
    summary: "List entries of the audit log",
    description: "The sessions in it are those of all users, and of agents on the server's machine.",
    role: "admin",
    isRepeatable: true,
    query: z.object({
      kind: z.enum(["violations", "soft_hooks", "registrations"]).default("violations").describe("The log."),
      rule_id: z.string().optional().describe("Only entries of this policy."),
      handler: z.string().optional().describe("Only entries with this handler, such as `TERMINATE`."),
      priority: z.string().optional().describe("Only entries with this priority, such as `P0`."),
      phase: z.enum(phases).optional().describe("Only entries of this phase."),
      action: z.string().optional().describe("Only soft-hook entries with this action, such as `IGNORED`."),
      since: date.optional().describe("Only entries at or after this time, ISO 8601."),
      until: date.optional().describe("Only entries before this time, ISO 8601."),
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe("The maximum number of entries."),
      before: z.string().optional().describe("A `previous` of an earlier answer: only entries before this one."),
    }),
    answer: {
      status: 200,
      description: "The last entries that match.",
      body: z.object({
        entries: z.array(auditEntry).describe("Newest last."),
        previous: z.string().nullable().describe("Pass it as `before` for older entries; null if there are none."),
      }),
    },
  }),
  verifyAuditLog: defineRoute({
    method: "get",
    path: "/policies/audit/verify",
    tag,
    summary: "Verify that the audit log was not modified",
    description: "Only `trusted` detects that the whole log was rewritten.",
    role: "admin",
    isRepeatable: true,
    query: z.object({
      trusted: z
        .string()
        .optional()
        .describe("A hash that was saved elsewhere; the log of violations must contain the entry with this hash."),
    }),
    answer: {
      status: 200,
      description: "Whether all entries are present, unchanged and in order.",
      body: z.object({
        intact: z.boolean(),
        logs: z
          .array(
            z.object({
              file: z.string(),
              intact: z.boolean(),
              entries: z.int(),
              files: z.int(),
              last: z.object({ log_id: z.string(), hash: z.string() }).nullable(),
              diagnostics,
              omitted: z.int().describe("The number of further problems."),
            }),
          )
          .describe("The logs that exist."),
      }),
    },
  }),
  getPolicy: defineRoute({
    method: "get",
    path: "/policies/{policy}",
    tag,
    summary: "Get a policy",
    description:
      "Policies whose ids are parts of other paths (`approvals`, `audit`, `check`, `enforce`, `report`, `soft-hooks`) are only in the list.",
    role: "reader",
    isRepeatable: true,
    params: z.object({ policy: z.string().describe("The id of the policy.") }),
    answer: { status: 200, description: "The policy.", body: wirePolicy },
    errors: [404],
  }),
} as const;
