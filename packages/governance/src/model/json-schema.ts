import { policyDocumentSchema } from "@precept/contract/policy";
import { toJSONSchema, type JSONSchema } from "zod/v4/core";

const reference = { $ref: "#/$defs/policy" };
const list = { type: "array", items: { anyOf: [reference, wrapped("rule", reference), wrapped("policy", reference)] } };

/**
 * Returns the JSON Schema of one YAML document in a policy file: a policy, bare or below `rule:` or `policy:`, or a
 * list of them.
 */
export function policyFileJsonSchema(): JSONSchema.BaseSchema {
  const { $schema, $defs, ...policy } = policyJsonSchema();
  const forms = [
    reference,
    list,
    wrapped("rule", reference),
    wrapped("policy", reference),
    wrapped("rules", list),
    wrapped("policies", list),
  ];
  return {
    ...($schema !== undefined && { $schema }),
    title: "Precept policy file",
    anyOf: forms,
    $defs: { ...$defs, policy },
  } as JSONSchema.BaseSchema;
}

function wrapped(key: string, schema: object): object {
  return { type: "object", properties: { [key]: schema }, required: [key], additionalProperties: false };
}

/** Returns the JSON Schema of a policy document, for editors and tools. */
export function policyJsonSchema(): JSONSchema.BaseSchema {
  return { title: "Precept policy", ...toJSONSchema(policyDocumentSchema, { io: "input", unrepresentable: "any" }) };
}
