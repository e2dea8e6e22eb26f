import { wireDecision, wireDiagnostic, wireEnforcedDecision, type WireDecision } from "@precept/contract";
import { PreceptError } from "@precept/core";
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

export const decisionSchema = withUnknownFields(wireDecision) as z.ZodMiniType<WireDecision>;

export const executeSchema = withUnknownFields(wireEnforcedDecision) as z.ZodMiniType<ExecuteResult>;

export const registerSchema = z.looseObject({
  accepted: z.boolean(),
  rule_ids: z.array(z.string()),
  tools: z.array(z.string()),
  diagnostics: z.array(withUnknownFields(wireDiagnostic)),
}) as z.ZodMiniType<RegisterResult>;

/** Returns a copy of a schema that preserves the unknown fields of all objects. */
function withUnknownFields(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- schemas of other types contain no objects
  switch (def.type) {
    case "object":
      return z.looseObject(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, withUnknownFields(field)])),
      );
    case "array":
      return z.array(withUnknownFields(def.element));
    case "nullable":
      return z.nullable(withUnknownFields(def.innerType));
    default:
      return schema;
  }
}

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
