import { descriptionOf } from "../described.ts";
import { policyDocumentSchema } from "../policy/policy-schema.ts";
import { approvalMemories, approvalStatuses, phases, policyModes, policySeverities, subjectKinds } from "../values/policies.ts";
import { z } from "zod";
import { wireDiagnostic } from "./diagnostic.ts";
import { count, falseByDefault, objectOf, optionalText, strictObjectOf, textOrNull, texts, type Wire } from "../wire-parts.ts";
import { jsonObject } from "./rule.ts";

const { shape } = policyDocumentSchema;

/** The description of a field of a policy, as in the reference of policy files. */
function about(field: keyof typeof shape): string {
  return descriptionOf(shape[field]);
}

/** A policy as policy files contain it, and where it comes from. */
export const wirePolicy = objectOf("Policy", "A check of texts or actions, and what happens if it is violated.", {
  id: z.string().describe(about("id")),
  version: optionalText(about("version")),
  severity: z.enum(policySeverities).describe(about("severity")),
  handler: optionalText(about("handler")),
  category: optionalText(about("category")),
  phase: z
    .union([z.enum(phases), z.array(z.enum(phases))])
    .optional()
    .describe(about("phase")),
  match: z.record(z.string(), z.unknown()).optional().describe(about("match")),
  sequence: z.record(z.string(), z.unknown()).optional().describe(about("sequence")),
  message: z.string().describe(about("message")),
  suggestion: optionalText(about("suggestion")),
  fix: z.record(z.string(), z.unknown()).optional().describe(about("fix")),
  metadata: jsonObject.optional().describe(about("metadata")),
  soft_hooks: z.record(z.string(), z.unknown()).optional().describe(about("soft_hooks")),
  mode: z.enum(policyModes).optional().describe(about("mode")),
  tests: z.record(z.string(), z.unknown()).optional().describe(about("tests")),
  enabled: z.boolean().optional().describe(about("enabled")),
  source: textOrNull.describe("The file that defines it, `starter:NAME`, or `memory` if a client registered it."),
} satisfies Record<keyof typeof shape | "source", z.ZodType>);

const violationShape = {
  rule_id: z.string().describe("The id of the policy."),
  version: z.string(),
  severity: z.string(),
  priority: z.string(),
  handler: z.string().describe("What is done about it."),
  category: z.string(),
  phase: textOrNull,
  subject: z.string().describe("What the text is."),
  file: textOrNull,
  line: z.int(),
  column: z.int(),
  end_line: z.int(),
  end_column: z.int(),
  excerpt: z.string(),
  message: z.string(),
  suggestion: textOrNull,
  fingerprint: z.string().describe("Identifies the violation when it moves within its file."),
  indeterminate: textOrNull.describe(
    "Why the policy could not be checked. It counts as violated, and asks a human where it would stop.",
  ),
};

const wireViolation = objectOf("Violation", "A policy that is violated at one location.", violationShape);

export type WireViolation = Wire<typeof wireViolation>;

const acceptedViolation = objectOf("AcceptedViolation", "A violation that a comment, the baseline or a human accepts.", {
  ...violationShape,
  accepted_by: z.string(),
  accepted_reason: textOrNull,
});

export type WireAcceptedViolation = Wire<typeof acceptedViolation>;

const skippedPolicy = objectOf("SkippedPolicy", "A policy that does not affect the decision, and why.", {
  rule_id: z.string(),
  reason: z.string(),
  detail: z.string(),
});

export type WireSkippedPolicy = Wire<typeof skippedPolicy>;

const decisionShape = {
  action: z.string().describe("The strictest action of all violations, or `PASS`."),
  violations: z.array(wireViolation),
  accepted: z.array(acceptedViolation).describe("Accepted violations. They do not affect the action."),
  shadowed: z.array(wireViolation).describe("The violations of policies in shadow mode. They do not affect the action."),
  passed: texts.describe("The ids of the policies that were checked and not violated."),
  skipped: z
    .array(skippedPolicy)
    .describe("The policies that were skipped although they may be violated; with `explain`, all skipped policies."),
  diagnostics: z.array(wireDiagnostic),
};

export const wireDecision = z.object(decisionShape);

/** A decision on the wire: JSON output, MCP, HTTP. */
export type WireDecision = Wire<typeof wireDecision>;

/** A decision, and the SARIF report if it was requested. */
export const checkAnswer = objectOf("Decision", "The result of a check.", {
  ...decisionShape,
  sarif: jsonObject.optional().describe("The SARIF 2.1.0 report. Only with the format `sarif`."),
});

export type CheckAnswer = Wire<typeof checkAnswer>;

const softHookShape = {
  key: z.string().describe("A short key that identifies it."),
  user_id: textOrNull.describe(
    "The user whose agent it is. Null for agents on the server's machine, and for tokens without a user.",
  ),
  rule_id: z.string().describe("The id of the policy."),
  session: z.string(),
  agent: z.string(),
  file: textOrNull,
  fingerprint: z.string(),
  ignore_count: count,
  upgraded_to: z
    .object({ priority: z.string(), handler: z.string() })
    .nullable()
    .describe("The priority and the action since it was ignored too often; null if it was not."),
};

/** An open soft hook, and the user whose agent it is. */
export const wireSoftHook = objectOf("SoftHook", "Advice that an agent received and has not followed yet.", softHookShape);

export type OwnedSoftHook = Wire<typeof wireSoftHook>;

/** An open soft hook on the wire: JSON output. */
export type WireSoftHook = Omit<OwnedSoftHook, "user_id">;

const softHookEffect = objectOf("SoftHookEffect", "A change of a soft hook.", {
  effect: z.enum(["triggered", "ignored", "upgraded", "complied"]),
  ...softHookShape,
});

/** A change of a soft hook, and the user whose agent it is. */
export type OwnedSoftHookEffect = Wire<typeof softHookEffect>;

/** A change of a soft hook on the wire: JSON output. */
export type WireSoftHookEffect = Omit<OwnedSoftHookEffect, "user_id">;

export const softHookEffects = z.array(softHookEffect);

const questionShape = {
  key: z.string().describe("Identifies the question."),
  rule_id: z.string().describe("The id of the policy."),
  priority: z.string(),
  agent: z.string(),
  tool: textOrNull.describe("The name of the tool that the agent wants to call."),
  subject: z.string().describe("What the text is."),
  file: textOrNull,
  message: z.string(),
  suggestion: textOrNull,
  excerpt: z.string(),
};

const askedQuestionShape = {
  ...questionShape,
  status: z
    .enum(approvalStatuses)
    .describe("`open`: no human has answered; `deferred`: the host of the agent asks its own user."),
  denies: z.boolean().describe("Whether the call must not be made because of it."),
  answered_by: textOrNull,
};

const askedQuestion = objectOf(
  "AskedQuestion",
  "A question to a human about a violation with the action ASK.",
  askedQuestionShape,
);

export type WireAskedQuestion = Wire<typeof askedQuestion>;

const advice = objectOf("Advice", "Advice that the decision gives.", {
  key: z.string().describe("A short key that identifies it."),
  rule_id: z.string(),
  file: textOrNull,
  fingerprint: z.string(),
  ignore_count: count.describe("How often it was ignored."),
  upgrade_threshold: count.describe("How often it can be ignored until it escalates."),
  upgraded_to: softHookShape.upgraded_to,
});

export type WireAdvice = Wire<typeof advice>;

/** A decision and what was done about it. */
export const enforceAnswer = objectOf("EnforcedDecision", "A decision and what was done about it.", {
  ...decisionShape,
  stops: z.boolean().describe("Whether the agent must stop."),
  denies: z.boolean().describe("Whether the call must not be made: the agent must stop, or a human has not approved it."),
  questions: z.array(askedQuestion).describe("The questions to a human."),
  advice: z.array(advice).describe("The open advice about the texts."),
  notifies_human: z.boolean().describe("Whether a human must be notified."),
  iteration_penalty: z
    .union([z.number(), z.literal("MAX")])
    .describe("The number of iterations that it costs; `MAX` is all that are left."),
  fixes: z.array(z.object({ file: textOrNull, text: z.string() })).describe("The corrected texts. The server writes no files."),
  rollback: z
    .object({
      status: z.enum(["done", "none", "failed"]),
      undo: textOrNull.describe("The command that undoes the rollback."),
      changed: texts,
      problem: textOrNull,
    })
    .nullable()
    .describe("The outcome of the rollback of the server's working tree; null if none was requested."),
  log_ids: texts.describe("The ids of the entries in the audit log."),
  soft_hooks: softHookEffects.describe("The changes of soft hooks."),
});

export type EnforceAnswer = Wire<typeof enforceAnswer>;

/** A decision and what was done about it, on the wire: MCP, HTTP. */
export const wireEnforcedDecision = enforceAnswer.omit({ soft_hooks: true });

export type WireEnforcedDecision = Wire<typeof wireEnforcedDecision>;

const policyContext = {
  phase: z.enum(phases).optional().describe("The phase of the work. Default: policies of all phases are checked."),
  context: jsonObject.optional().describe("The values that the `context_filter` of policies is compared with."),
  high_quality: z
    .boolean()
    .optional()
    .describe("Whether the work requires high quality, which raises the priority of some policies."),
  only: texts.optional().describe("The ids of the policies to check. Default: all active policies."),
  explain: falseByDefault("Whether to list all skipped policies. Those that may be violated are always listed."),
};

/** The maximum number of texts in a request. */
const maxSubjects = 100;

/** The maximum length of the names of sessions, agents and tool uses, in UTF-16 code units. */
const maxName = 200;

const name = z.string().min(1).max(maxName);

const subjects = z
  .array(
    z.strictObject({
      text: z.string(),
      file: optionalText("The path of the file, relative to the project."),
      kind: z.enum(subjectKinds).optional().describe("What the text is. Default: `file` with a file, otherwise `text`."),
      fragment: z.boolean().optional().describe("Whether the text is only a part of the file."),
    }),
  )
  .min(1)
  .max(maxSubjects)
  .describe(`The texts to check, at most ${maxSubjects}.`);

export const checkRequest = strictObjectOf("CheckRequest", "Texts to check: `subjects`, or one text as `code`.", {
  subjects: subjects.optional(),
  code: optionalText("The text, if there is only one and no `subjects`."),
  file: optionalText("The path of the file with `code`, relative to the project."),
  ...policyContext,
  baseline: z.boolean().default(true).describe("Whether to accept the violations in the baseline file of the project."),
  format: z.enum(["json", "sarif"]).default("json").describe("`sarif` adds a SARIF report to the answer."),
});

/** The agent whose action is enforced. */
const actor = {
  session: name
    .default("default")
    .describe("The session of the agent. With tokens, sessions of different users are separate, even if their ids are equal."),
  agent: name.default("agent").describe("The name of the agent."),
  user_id: optionalText("The user whose agent it is. Default: that of the token. Only an admin may name another."),
};

const action = {
  ...actor,
  tool_use: name
    .optional()
    .describe("The id of the tool use. Advice is counted as ignored once per tool use. Default: a new id."),
  rollback: falseByDefault(
    "Whether to save checkpoints of the server's working tree, and to restore it as the settings of the project say. Only for admins, and only " +
      "useful if the agent works in this tree.",
  ),
};

export const enforceRequest = strictObjectOf("EnforceRequest", "Texts to check, and the agent that produced them.", {
  subjects,
  ...policyContext,
  baseline: z.boolean().default(true).describe("Whether to accept the violations in the baseline file of the project."),
  ...action,
  fix: z
    .enum(["none", "plan"])
    .default("plan")
    .describe("Whether to return the corrected texts of fixable violations. The server never writes them."),
});

export const reportRequest = strictObjectOf("ReportRequest", "A violation that a human, an agent or another program found.", {
  rule_id: z.string().describe("The id of the policy."),
  file: optionalText("The path of the file, relative to the project."),
  line: z.int().min(1).optional().describe("From 1. Default 1."),
  column: z.int().min(1).optional().describe("From 1. Default 1."),
  kind: z.enum(subjectKinds).optional().describe("What the text is. Default: `file` with a file, otherwise `text`."),
  text: optionalText("The text at the location."),
  phase: z.enum(phases).optional().describe("The phase of the work."),
  ...action,
});

const softHookKey = {
  key: z.string().min(1).optional().describe("The key, or its beginning. Without it, `rule_id` and `fingerprint` are required."),
  rule_id: optionalText("The id of the policy."),
  fingerprint: optionalText("The fingerprint of the violation."),
  ...actor,
};

const softHookKeyed = z.strictObject(softHookKey);

/** The key of a soft hook, or its parts. */
export type SoftHookSelector = Pick<z.output<typeof softHookKeyed>, "key" | "rule_id" | "fingerprint">;

function hasKey({ key, rule_id: policy, fingerprint }: SoftHookSelector): boolean {
  return key !== undefined
    ? policy === undefined && fingerprint === undefined
    : policy !== undefined && fingerprint !== undefined;
}

const keyNeeded = { error: "must have either `key`, or `rule_id` and `fingerprint`" };

export const ignoreRequest = softHookKeyed
  .extend({
    tool_use: name.optional().describe("The id of the tool use that ignored it; each id counts once. Default: a new id."),
  })
  .refine(hasKey, keyNeeded)
  .meta({ id: "IgnoreRequest", description: "A soft hook that the agent ignored." });

export const complyRequest = softHookKeyed
  .refine(hasKey, keyNeeded)
  .meta({ id: "ComplyRequest", description: "A soft hook that the agent complied with." });

/** A question to a human, and its answer. */
export const wireApproval = objectOf("Approval", "A question to a human, and its answer.", {
  ...questionShape,
  session: z.string(),
  user_id: textOrNull.describe("The user whose agent it is; null if there is none."),
  asked_at: z.string().describe("ISO 8601."),
  expires_at: z.string().describe("ISO 8601. From then on, the question is asked again and its answer no longer counts."),
  answer: z
    .object({
      approved: z.boolean(),
      remember: z.enum(approvalMemories),
      by: z.string(),
      at: z.string(),
      reason: textOrNull,
    })
    .nullable()
    .describe("Null while the question is open."),
});

export type OwnedApproval = Wire<typeof wireApproval>;

/** A question to a human on the wire. */
export type WireApprovalQuestion = Omit<OwnedApproval, "user_id" | "asked_at" | "expires_at" | "answer">;

export const approvalRequest = strictObjectOf("ApprovalRequest", "The answer to a question.", {
  key: z.string().min(1).describe("The key of the question, or its beginning."),
  approved: z.boolean().describe("Whether the agent may do it."),
  remember: z
    .enum(approvalMemories)
    .default("once")
    .describe("`once`: the answer counts for one call with the same text; `session`: until the session ends, at most 24 hours."),
  reason: z.string().max(1000).optional().describe("Why, for the audit log and the agent."),
});

export const auditEntry = z
  .looseObject({
    log_id: z.string().describe("`RULE-YYYYMMDD-NNN`, `SOFT_HOOK-YYYYMMDD-NNN` or `REGISTRATION-YYYYMMDD-NNN`."),
    timestamp: z.string().describe("ISO 8601."),
    rule_id: z.string().nullable().describe("The id of the policy. Null if what was to be registered has no valid id."),
    prev_hash: z.string().describe("The hash of the previous entry."),
    hash: z.string().describe("SHA-256 of the entry without this field."),
  })
  .meta({ id: "AuditEntry", description: "An entry of the audit log, as it is in the file." });
