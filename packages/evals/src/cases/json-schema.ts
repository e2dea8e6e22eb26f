import { evalCaseSchema, evalDefaultsSchema, evalExamplesSchema } from "@precept/contract/evals";
import * as z from "zod/v4/core";

type EvalDocumentName = "case" | "defaults" | "examples";

const schemas: Readonly<Record<EvalDocumentName, z.$ZodType>> = {
  case: evalCaseSchema,
  defaults: evalDefaultsSchema,
  examples: evalExamplesSchema,
};

/**
 * Returns the JSON Schema of a case, of `defaults.yaml`, or of the labelled examples of a judge, for editors and tools.
 *
 * @param reused whether parts that occur several times are written once, and referred to.
 */
export function evalJsonSchema(of: EvalDocumentName, reused: "inline" | "ref" = "inline"): z.JSONSchema.BaseSchema {
  return {
    title: `Precept eval: ${of}`,
    ...z.toJSONSchema(schemas[of], { io: "input", unrepresentable: "any", reused }),
  };
}
