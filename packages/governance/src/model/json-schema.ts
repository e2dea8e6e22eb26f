import { policyDocumentSchema } from "@precept/contract/policy";
import { toJSONSchema, type JSONSchema, type ToJSONSchemaParams } from "zod/v4/core";

const reference = { $ref: "#/$defs/policy" };
const list = { type: "array", items: { anyOf: [reference, wrapped("rule", reference), wrapped("policy", reference)] } };

/**
 * Returns the JSON Schema of one YAML document in a policy file: a policy, bare or below `rule:` or `policy:`, or a
 * list of them.
 */
export function policyFileJsonSchema(): JSONSchema.BaseSchema {
  // Conditions contain each other and the same parts in many places: written out, they would take ten times as much.
  const { $schema, $defs, ...policy } = toSchema({ reused: "ref" });
  const forms = ["rule", "policy"].map((key) => wrapped(key, reference));
  const lists = ["rules", "policies"].map((key) => wrapped(key, list));
  const schema = { title: "Precept policy file", anyOf: [reference, list, ...forms, ...lists], $defs: { ...$defs, policy } };
  return { ...($schema !== undefined && { $schema }), ...schema } as JSONSchema.BaseSchema;
}

function wrapped(key: string, schema: object): object {
  return { type: "object", properties: { [key]: schema }, required: [key], additionalProperties: false };
}

/** Returns the JSON Schema of a policy document, for editors and tools. */
export function policyJsonSchema(): JSONSchema.BaseSchema {
  return toSchema({});
}

function toSchema(options: Pick<ToJSONSchemaParams, "reused">): JSONSchema.BaseSchema {
  return { title: "Precept policy", ...toJSONSchema(policyDocumentSchema, { io: "input", unrepresentable: "any", ...options }) };
}
