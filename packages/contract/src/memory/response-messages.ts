import {
  fromJson,
  ScalarType,
  toJson,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { MemoryRulesResponse, WireMemoryRule } from "../schemas/memory-rules.ts";
import type * as messages from "../gen/precept/memory/v1/memory_rules_pb.ts";
import { MemoryRuleSchema, MemoryRulesResponseSchema } from "../gen/precept/memory/v1/memory_rules_pb.ts";
import { shortestFloat } from "./shortest-float.ts";
import { toWellFormed } from "./well-formed.ts";

/** Fields that are null only if something else is known. `last_used`: the store counts uses. */
const absentFields: ReadonlySet<string> = new Set(["last_used", "token_cost", "usage_count"]);

/** The optional texts and whole numbers of a rule, which are null if absent. */
const nullFields = Object.fromEntries(
  MemoryRuleSchema.fields
    .filter(
      ({ proto, scalar, name }) =>
        proto.proto3Optional && (scalar === ScalarType.STRING || scalar === ScalarType.INT32) && !absentFields.has(name),
    )
    .map(({ name }) => [name, null]),
);

/** Converts a plain response, or a rule, to a message. Lone surrogates in texts become U+FFFD. */
export function toResponseMessage<Schema extends DescMessage>(schema: Schema, response: object): MessageShape<Schema> {
  return fromJson(schema, toWellFormed(response as JsonObject));
}

/** Converts a message to a rule. */
export function fromMemoryRule(message: messages.MemoryRule): WireMemoryRule {
  return fromPlainRule(toPlain(MemoryRuleSchema, message));
}

/** Converts a message to a page of rules. */
export function fromMemoryRulesResponse(message: messages.MemoryRulesResponse): MemoryRulesResponse {
  const {
    rules,
    is_cut: isCut,
    ...fields
  } = toPlain(MemoryRulesResponseSchema, message) as JsonObject & {
    readonly rules: readonly JsonObject[];
    readonly is_cut: boolean;
  };
  return { ...fields, rules: rules.map(fromPlainRule), ...(isCut && { is_cut: true }) } as unknown as MemoryRulesResponse;
}

function fromPlainRule(fields: Readonly<Record<string, JsonValue>>): WireMemoryRule {
  const { version, relevance_score: score, last_used: lastUsed = null } = fields;
  return {
    ...nullFields,
    ...fields,
    // The JSON of 64-bit numbers is a text.
    version: Number(version),
    ...(fields["usage_count"] !== undefined && { last_used: lastUsed }),
    ...(typeof score === "number" && { relevance_score: shortestFloat(score) }),
  } as unknown as WireMemoryRule;
}

function toPlain<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): JsonObject {
  return toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true }) as JsonObject;
}
