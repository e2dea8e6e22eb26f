import { evalCaseSchema, evalDefaultsSchema, evalExamplesSchema } from "@precept/contract/evals";
import { toJSONSchema, type JSONSchema } from "zod/v4/core";

const schemas = { case: evalCaseSchema, defaults: evalDefaultsSchema, examples: evalExamplesSchema };

/**
 * Returns the JSON Schema of a case, of `defaults.yaml`, or of the labelled examples of a judge, for editors and tools.
 *
 * @param reused whether parts that occur several times are written once, and referred to.
 */
export function evalJsonSchema(of: keyof typeof schemas, reused: "inline" | "ref" = "inline"): JSONSchema.BaseSchema {
  return {
    title: `Precept eval: ${of}`,
    ...toJSONSchema(schemas[of], { io: "input", unrepresentable: "any", reused }),
  };
}
