import { PreceptError, type WireDiagnostic } from "@precept/core";
import {
  approvalStatuses,
  type WireAcceptedViolation,
  type WireAdvice,
  type WireAskedQuestion,
  type WireDecision,
  type WireSkippedPolicy,
  type WireViolation,
} from "@precept/governance";
import * as z from "zod/mini";
import type { QueuedNotification, QueueHead } from "../queue/priority-queue.ts";
import type { ExecuteResult, RegisterResult } from "../tools/register-result.ts";

// Schemas of the replies that the client uses. Unknown fields are preserved, since a server may be newer.

const meta = z.optional(z.record(z.string(), z.unknown()));

/** A tool, with the annotations of the policy that it belongs to. */
const listedTool = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  annotations: z.optional(z.looseObject({ severity: z.optional(z.string()), handler: z.optional(z.string()) })),
  _meta: meta,
});
export type ListedTool = z.infer<typeof listedTool>;

export const toolPageSchema = z.looseObject({ tools: z.array(listedTool), nextCursor: z.optional(z.string()) });

export const resultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })),
  structuredContent: z.optional(z.record(z.string(), z.unknown())),
  isError: z.optional(z.boolean()),
  _meta: meta,
});

export const contentsSchema = z.looseObject({ contents: z.array(z.looseObject({ text: z.optional(z.string()) })) });

const notificationFields = {
  rule_id: z.string(),
  violation: z.object({ location: z.string(), message: z.string(), suggestion: z.nullable(z.string()) }),
  priority: z.string(),
  handler: z.string(),
};

export const notificationSchema = z.object(notificationFields);

const queuedNotification: z.ZodMiniType<QueuedNotification> = z.looseObject({ ...notificationFields, seq: z.number() });

export const queueSchema: z.ZodMiniType<{ readonly notifications: readonly QueuedNotification[] }> = z.looseObject({
  notifications: z.array(queuedNotification),
});

export const queueHeadSchema: z.ZodMiniType<QueueHead> = z.looseObject({
  seq: z.number(),
  count: z.number(),
  head: z.nullable(queuedNotification),
});

const fix = z.looseObject({
  title: z.string(),
  edits: z.array(z.looseObject({ start: z.number(), end: z.number(), text: z.string() })),
  safe: z.boolean(),
});

const diagnostic: z.ZodMiniType<WireDiagnostic> = z.looseObject({
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  hint: z.nullable(z.string()),
  file: z.nullable(z.string()),
  line: z.nullable(z.number()),
  column: z.nullable(z.number()),
  end_line: z.nullable(z.number()),
  end_column: z.nullable(z.number()),
  fix: z.nullable(fix),
  incomplete: z.boolean(),
});

const violationFields = {
  rule_id: z.string(),
  version: z.string(),
  severity: z.string(),
  priority: z.string(),
  handler: z.string(),
  category: z.string(),
  phase: z.nullable(z.string()),
  subject: z.string(),
  file: z.nullable(z.string()),
  line: z.number(),
  column: z.number(),
  end_line: z.number(),
  end_column: z.number(),
  excerpt: z.string(),
  message: z.string(),
  suggestion: z.nullable(z.string()),
  fingerprint: z.string(),
  indeterminate: z.nullable(z.string()),
};

const violation: z.ZodMiniType<WireViolation> = z.looseObject(violationFields);

const acceptedViolation: z.ZodMiniType<WireAcceptedViolation> = z.looseObject({
  ...violationFields,
  accepted_by: z.string(),
  accepted_reason: z.nullable(z.string()),
});

const skippedPolicy: z.ZodMiniType<WireSkippedPolicy> = z.looseObject({
  rule_id: z.string(),
  reason: z.string(),
  detail: z.string(),
});

const question: z.ZodMiniType<WireAskedQuestion> = z.looseObject({
  key: z.string(),
  rule_id: z.string(),
  priority: z.string(),
  agent: z.string(),
  tool: z.nullable(z.string()),
  subject: z.string(),
  file: z.nullable(z.string()),
  message: z.string(),
  suggestion: z.nullable(z.string()),
  excerpt: z.string(),
  status: z.enum(approvalStatuses),
  denies: z.boolean(),
  answered_by: z.nullable(z.string()),
});

const advice: z.ZodMiniType<WireAdvice> = z.looseObject({
  key: z.string(),
  rule_id: z.string(),
  file: z.nullable(z.string()),
  fingerprint: z.string(),
  ignore_count: z.number(),
  upgrade_threshold: z.number(),
  upgraded_to: z.nullable(z.object({ priority: z.string(), handler: z.string() })),
});

const decisionFields = {
  action: z.string(),
  violations: z.array(violation),
  accepted: z.array(acceptedViolation),
  shadowed: z.array(violation),
  passed: z.array(z.string()),
  skipped: z.array(skippedPolicy),
  diagnostics: z.array(diagnostic),
};

/** The reply to `check_violation`. */
export const decisionSchema: z.ZodMiniType<WireDecision> = z.looseObject(decisionFields);

/** The reply to `execute`. */
export const executeSchema: z.ZodMiniType<ExecuteResult> = z.looseObject({
  ...decisionFields,
  stops: z.boolean(),
  denies: z.boolean(),
  questions: z.array(question),
  advice: z.array(advice),
  notifies_human: z.boolean(),
  iteration_penalty: z.union([z.number(), z.literal("MAX")]),
  fixes: z.array(z.looseObject({ file: z.nullable(z.string()), text: z.string() })),
  rollback: z.nullable(
    z.looseObject({
      status: z.enum(["done", "none", "failed"]),
      undo: z.nullable(z.string()),
      changed: z.array(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
  log_ids: z.array(z.string()),
});

/** The reply to `register`. */
export const registerSchema: z.ZodMiniType<RegisterResult> = z.looseObject({
  accepted: z.boolean(),
  rule_ids: z.array(z.string()),
  tools: z.array(z.string()),
  diagnostics: z.array(diagnostic),
});

/** Validates a reply. @throws PreceptError `RULE_ENGINE_REPLY_INVALID` with the first invalid field. */
export function parseReply<Reply>(schema: z.ZodMiniType<Reply>, value: unknown): Reply {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path = [], message = "" } = error.issues[0] ?? {};
  const field = path.map(String).join(".");
  const problem = message.replace(/^./, (letter) => letter.toLowerCase());
  throw new PreceptError(
    "RULE_ENGINE_REPLY_INVALID",
    { reason: field === "" ? problem : `${field}: ${problem}` },
    { cause: error },
  );
}
