import { jsonSchema, normalisePath, type Json } from "@precept/core";
import { phases, subjectKinds, type Phase, type Subject } from "@precept/governance";
import * as z from "zod/mini";
import type { HostRegistrant } from "../host/rule-engine-host.ts";
import { InvalidArgumentsError, parseArguments } from "./parse-arguments.ts";
import { ruleEngineActions, type RuleEngineAction } from "./rule-engine-listing.ts";

const text = z.string({ error: "must be a string" });

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

const contextSchema = z.catchall(
  z.object(
    { code: z.optional(text), file: z.optional(text), subject: z.optional(oneOf(subjectKinds)) },
    { error: "must be an object" },
  ),
  jsonSchema,
);

/** A context without the text and the file. It retains the subject kind, which policies can filter on. */
type PolicyCallContext = Pick<z.infer<typeof contextSchema>, "subject"> & Readonly<Record<string, Json | undefined>>;

const ruleEngineArguments = z.object({
  action: oneOf(ruleEngineActions),
  rule: z.optional(z.union([text, z.record(z.string(), z.unknown())], { error: "must be an object or YAML" })),
  rule_id: z.optional(text),
  phase: z.optional(oneOf(phases)),
  explain: z.optional(z.boolean({ error: "must be true or false" })),
  context: z.optional(contextSchema),
});

const policyArguments = z.object({ code: text, file: z.optional(text), context: z.optional(contextSchema) });

/** A text to check, with its context. */
export interface CheckRequest {
  readonly subject: Subject;
  readonly context: Readonly<Record<string, Json>>;
  /** Whether the result lists every skipped policy. */
  readonly explains: boolean;
}

export type RuleEngineRequest =
  | { readonly action: "register"; readonly rule: string | object; readonly by: Pick<HostRegistrant, "session" | "agent"> }
  | (CheckRequest & {
      readonly action: Exclude<RuleEngineAction, "register">;
      readonly ruleId: string | undefined;
      readonly phase: Phase | undefined;
    });

/** @throws InvalidArgumentsError */
export function readRuleEngineArguments(written: unknown): RuleEngineRequest {
  const {
    action,
    rule,
    rule_id: ruleId,
    phase,
    explain = false,
    context: known = {},
  } = parseArguments(ruleEngineArguments, written);
  if (action === "register") {
    if (rule === undefined) throw new InvalidArgumentsError("`rule` is missing: the policy to register.");
    const { session, agent } = known;
    const by = { ...(typeof session === "string" && { session }), ...(typeof agent === "string" && { agent }) };
    return { action, rule, by };
  }
  const { code, file, ...others } = known;
  if (code === undefined) throw new InvalidArgumentsError("`context.code` is missing: the text to check.");
  return { action, ruleId, phase, ...toCheckRequest(code, file, others), explains: explain || ruleId !== undefined };
}

/** @throws InvalidArgumentsError */
export function readPolicyArguments(written: unknown): CheckRequest {
  const { code, file, context: known = {} } = parseArguments(policyArguments, written);
  const { code: _code, file: fileOfContext, ...others } = known;
  return { ...toCheckRequest(code, file ?? fileOfContext, others), explains: true };
}

function toCheckRequest(code: string, file: string | undefined, context: PolicyCallContext): Omit<CheckRequest, "explains"> {
  const { subject: kind } = context;
  return {
    subject: { text: code, ...(file !== undefined && { file: normalisePath(file) }), ...(kind !== undefined && { kind }) },
    context: context as Readonly<Record<string, Json>>,
  };
}
