import { phases, policyModes, policySeverities } from "../values/policies.ts";
import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
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
import { falseByDefault, optionalText, textOrNull, texts } from "../wire-parts.ts";

const read = { method: "get", tag: "Policies", role: "reader", isRepeatable: true } as const;
const post = { method: "post", tag: "Policies", role: "reader", isRepeatable: false } as const;
const diagnostics = z.array(wireDiagnostic);
const softHookChanges = z.object({ effects: softHookEffects.describe("Empty if the tool use was already counted.") });
const date = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Policies, their decisions, soft hooks and the audit log. */
export const policyRoutes = {
  listPolicies: defineRoute({
    ...read,
    path: "/policies",
    summary: "List the active policies",
    query: z.object({
      severity: z.enum(policySeverities).optional().describe("Only policies of this severity."),
      phase: z.enum(phases).optional().describe("Only policies that are checked in this phase."),
      category: optionalText("Only policies of this category."),
      mode: z.enum(policyModes).optional().describe("Only policies in this mode."),
    }),
    answer: objectAnswer("The policies, ordered by id.", {
      policies: z.array(wirePolicy),
      diagnostics: diagnostics.describe("The problems of all policies, including those that are not active because of them."),
    }),
  }),
  registerPolicies: defineRoute({
    ...post,
    role: "editor",
    isRepeatable: true,
    path: "/policies",
    summary: "Register policies",
    description:
      "Activates policies for all users of the project, until the server is restarted. A newer version replaces an older one. With " +
      "`save`, which only admins may set, they are written to `.precept/policies`: the text of " +
      "one policy becomes its file, and an object changes the file where it differs. A policy that fails its own tests, or whose pattern " +
      "can take too long, is refused.",
    body: z.strictObject({
      rule: z.union([z.string(), jsonObject]).describe("A policy as an object, or YAML as in a policy file."),
      save: falseByDefault("Whether to save the policies in `.precept/policies`. Only for admins."),
    }),
    answer: objectAnswer("The accepted policies. If all were refused, the answer is an error.", {
      accepted: z.boolean().describe("Whether all policies were accepted."),
      rule_ids: texts.describe("The ids of the accepted policies."),
      diagnostics,
    }),
    errors: [409],
  }),
  validatePolicies: defineRoute({
    ...post,
    role: "editor",
    isRepeatable: true,
    path: "/policies/validate",
    summary: "Check policies and run their tests",
    description: "As when they are registered, but nothing is activated.",
    body: z.strictObject({ rule: z.string().max(1_000_000).describe("YAML as in a policy file.") }),
    answer: objectAnswer("What is wrong, and the results of the tests.", {
      valid: z.boolean().describe("Whether all policies would be accepted."),
      rule_ids: texts.describe("The ids of the policies that would be accepted."),
      tests: z
        .array(
          z.object({
            rule_id: z.string(),
            list: z.enum(["valid", "invalid"]),
            index: z.int().describe("The position in the list, from 0."),
            outcome: z.string().describe("`passed`, or why not."),
            detail: textOrNull.describe("The violation that was found, or why there is none."),
          }),
        )
        .describe("The tests of the policies that would be accepted."),
      diagnostics,
    }),
  }),
  checkPolicies: defineRoute({
    ...post,
    isRepeatable: true,
    path: "/policies/check",
    summary: "Check texts against the policies",
    description: "Has no side effects: nothing is counted, logged or fixed.",
    body: checkRequest,
    answer: { status: 200, description: "The decision.", body: checkAnswer },
    errors: [404],
  }),
  enforcePolicies: defineRoute({
    ...post,
    path: "/policies/enforce",
    summary: "Check texts and act on the decision",
    description:
      "Counts ignored advice, writes the audit log, and sends the notifications of the project's settings. Needs no more than the role " +
      "`reader`: an agent that is subject to policies must not need a token that could change them. The server never writes the " +
      "corrected texts. Its working tree is only rolled back for admins that ask for it with `rollback`.",
    body: enforceRequest,
    answer: { status: 200, description: "The decision and what was done about it.", body: enforceAnswer },
    errors: [404],
  }),
  reportViolation: defineRoute({
    ...post,
    path: "/policies/report",
    summary: "Report a violation",
    description:
      "Records a violation that a human, an agent or another program found, and acts on it like `POST /policies/enforce`. Policies " +
      "without `match` can only be violated this way.",
    body: reportRequest,
    answer: { status: 200, description: "The decision and what was done about it.", body: enforceAnswer },
    errors: [404],
  }),
  listSoftHooks: defineRoute({
    ...read,
    path: "/policies/soft-hooks",
    summary: "List open soft hooks",
    description: "A client sees those of its own user, an admin all.",
    query: z.object({
      session: optionalText("Only those of this session."),
      agent: optionalText("Only those of this agent."),
      user_id: optionalText("Only those of this user. Only an admin may name another."),
    }),
    answer: objectAnswer("The open soft hooks.", { soft_hooks: z.array(wireSoftHook) }),
  }),
  ignoreSoftHook: defineRoute({
    ...post,
    path: "/policies/soft-hooks/ignore",
    summary: "Record that a soft hook was ignored",
    body: ignoreRequest,
    answer: { status: 200, description: "The changes of the soft hook.", body: softHookChanges },
    errors: [404, 409],
  }),
  complySoftHook: defineRoute({
    ...post,
    path: "/policies/soft-hooks/comply",
    summary: "Resolve a soft hook that the agent complied with",
    body: complyRequest,
    answer: { status: 200, description: "The changes of the soft hook.", body: softHookChanges },
    errors: [404, 409],
  }),
  listApprovals: defineRoute({
    ...read,
    path: "/policies/approvals",
    summary: "List the questions to humans",
    description:
      "Open questions of policies with the action ASK, and answers that still count. A client sees those of its own user, an admin all.",
    query: z.object({ session: optionalText("Only those of this session.") }),
    answer: objectAnswer("The questions, oldest first.", { approvals: z.array(wireApproval) }),
  }),
  answerApproval: defineRoute({
    ...post,
    role: "admin",
    path: "/policies/approvals/answer",
    summary: "Answer a question",
    description:
      "Approves or denies what an agent asks for. Only with a token of an admin: agents must not have one, and a server without tokens " +
      "cannot tell a human from an agent.",
    body: approvalRequest,
    answer: { status: 200, description: "The question with its answer.", body: wireApproval },
    errors: [404, 409],
  }),
  listAuditEntries: defineRoute({
    ...read,
    role: "admin",
    path: "/policies/audit",
    summary: "List entries of the audit log",
    description: "The sessions in it are those of all users, and of agents on the server's machine.",
    query: z.object({
      kind: z.enum(["violations", "soft_hooks", "registrations"]).default("violations").describe("The log."),
      rule_id: optionalText("Only entries of this policy."),
      handler: optionalText("Only entries with this handler, such as `TERMINATE`."),
      priority: optionalText("Only entries with this priority, such as `P0`."),
      phase: z.enum(phases).optional().describe("Only entries of this phase."),
      action: optionalText("Only soft-hook entries with this action, such as `IGNORED`."),
      since: date.optional().describe("Only entries at or after this time, ISO 8601."),
      until: date.optional().describe("Only entries before this time, ISO 8601."),
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe("The maximum number of entries."),
      before: optionalText("A `previous` of an earlier answer: only entries before this one."),
    }),
    answer: objectAnswer("The last entries that match.", {
      entries: z.array(auditEntry).describe("Newest last."),
      previous: textOrNull.describe("Pass it as `before` for older entries; null if there are none."),
    }),
  }),
  verifyAuditLog: defineRoute({
    ...read,
    role: "admin",
    path: "/policies/audit/verify",
    summary: "Verify that the audit log was not modified",
    description: "Only `trusted` detects that the whole log was rewritten.",
    query: z.object({
      trusted: optionalText("A hash that was saved elsewhere; the log of violations must contain the entry with this hash."),
    }),
    answer: objectAnswer("Whether all entries are present, unchanged and in order.", {
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
  }),
  getPolicy: defineRoute({
    ...read,
    path: "/policies/{policy}",
    summary: "Get a policy",
    description:
      "Policies whose ids are parts of other paths (`approvals`, `audit`, `check`, `enforce`, `report`, `soft-hooks`, `validate`) are only in the list.",
    params: z.object({ policy: z.string().describe("The id of the policy.") }),
    answer: {
      status: 200,
      description: "The policy.",
      body: wirePolicy
        .extend({ yaml: z.string().describe("The policy as in a policy file, to change it.") })
        .meta({ id: "PolicyText" }),
    },
    errors: [404],
  }),
  deletePolicy: defineRoute({
    method: "delete",
    tag: "Policies",
    role: "editor",
    isRepeatable: false,
    path: "/policies/{policy}",
    summary: "Delete a policy",
    description:
      "Deletes a policy that the client registered. Admins can also delete policies of other clients, and policies that are alone in a file of `.precept/policies`. " +
      "All others are defined elsewhere. The deletion is in the audit log.",
    params: z.object({ policy: z.string().describe("The id of the policy.") }),
    answer: { status: 204, description: "The policy was deleted." },
    errors: [404, 409],
  }),
} as const;
