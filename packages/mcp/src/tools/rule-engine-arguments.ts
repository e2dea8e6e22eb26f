import { jsonSchema, normalisePath, withoutUndefined, type Json } from "@precept/core";
import { phases, subjectKinds, type ReportedLocation, type Subject } from "@precept/governance";
import * as z from "zod/mini";
import type { HostActor } from "../host/rule-engine-host.ts";
import { argumentLimits } from "../limits.ts";
import { choiceArgument, integerArgument, textArgument, textsArgument } from "./argument-schemas.ts";
import { parseArguments } from "./parse-arguments.ts";
import { ruleEngineActions } from "./rule-engine-listing.ts";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

const text = z.string({ error: "must be a string" });

const contextSchema = z.catchall(
  z.object(
    { code: z.optional(text), file: z.optional(text), subject: z.optional(choiceArgument(subjectKinds)) },
    { error: "must be an object" },
  ),
  jsonSchema,
);

type Context = Readonly<z.infer<typeof contextSchema>>;

const maxAuditEntries = 200;

/** The maximum number of policies in `only`. */
const maxPolicies = 1000;

const lineArgument = integerArgument(1, Number.MAX_SAFE_INTEGER);

const ruleEngineArguments = z.object({
  action: choiceArgument(ruleEngineActions),
  rule: z.optional(z.union([text, z.record(z.string(), z.unknown())], { error: "must be an object or YAML" })),
  rule_id: z.optional(text),
  only: z.optional(textsArgument(maxPolicies, argumentLimits.name)),
  phase: z.optional(choiceArgument(phases)),
  explain: z.optional(z.boolean({ error: "must be true or false" })),
  high_quality: z.optional(z.boolean({ error: "must be true or false" })),
  advice_key: z.optional(textArgument(argumentLimits.name)),
  line: z.optional(lineArgument),
  limit: z.optional(integerArgument(1, maxAuditEntries)),
  before: z.optional(textArgument(argumentLimits.name)),
  context: z.optional(contextSchema),
});

/** The name in the REST API. */
const aliases = { key: "advice_key" } as const;

export type RuleEngineArguments = z.infer<typeof ruleEngineArguments>;

const policyArguments = z.object({ code: text, file: z.optional(text), context: z.optional(contextSchema) });

export interface CheckRequest {
  readonly subject: Subject;
  /** Retains the kind of the subject, which policies can filter on. */
  readonly context: Readonly<Record<string, Json>>;
  /** The only policies to check. */
  readonly only: readonly string[] | undefined;
  /** Whether the result lists every skipped policy. */
  readonly explains: boolean;
  readonly highQuality?: boolean | undefined;
}

/** @throws InvalidArgumentsError */
export function readRuleEngineArguments(written: unknown): RuleEngineArguments {
  return parseArguments(ruleEngineArguments, written, aliases);
}

/** @throws InvalidArgumentsError */
export function checkRequestIn(args: RuleEngineArguments): CheckRequest {
  const { explain = false, high_quality: highQuality, context: { code, file, ...context } = {} } = args;
  if (code === undefined) throw new InvalidArgumentsError("`context.code` is missing: the text to check.");
  const only = onlyIn(args);
  return { ...toSubject(code, file, context), only, explains: explain || only !== undefined, highQuality };
}

/** The policies to check: `rule_id`, or `only`, a list as in the REST API. @throws InvalidArgumentsError */
function onlyIn({ rule_id: ruleId, only }: RuleEngineArguments): readonly string[] | undefined {
  if (ruleId === undefined) return only;
  if (only !== undefined && (only.length !== 1 || only[0] !== ruleId))
    throw new InvalidArgumentsError("`rule_id` and `only` name different policies. Pass only one of them.");
  return [ruleId];
}

/** Reads the arguments of the tool of a policy. @throws InvalidArgumentsError */
export function readPolicyArguments(written: unknown, ruleId: string): CheckRequest {
  const { code, file, context: known = {} } = parseArguments(policyArguments, written);
  const { code: _code, file: fileOfContext, ...context } = known;
  return { ...toSubject(code, file ?? fileOfContext, context), only: [ruleId], explains: true };
}

function toSubject(code: string, file: string | undefined, context: Context): Pick<CheckRequest, "subject" | "context"> {
  const path = file === undefined ? undefined : normalisePath(file);
  const subject = { text: code, ...withoutUndefined({ file: path, kind: context.subject }) };
  return { subject, context };
}

/** @throws InvalidArgumentsError */
export function locationIn({ line, context = {} }: RuleEngineArguments): ReportedLocation {
  const { code, file, subject: kind, line: contextLine } = context;
  const path = file === undefined ? undefined : normalisePath(file);
  return {
    ...withoutUndefined({ text: code, file: path, kind }),
    // The audit log has the line in the context, beside the file.
    ...(line !== undefined
      ? { line }
      : contextLine !== undefined && parseArguments(z.object({ line: lineArgument }), { line: contextLine })),
  };
}

/** Reads the session and the agent from a context. Other types than texts are no names. */
export function actorOf({ session, agent }: Context = {}): HostActor {
  return { ...(typeof session === "string" && { session }), ...(typeof agent === "string" && { agent }) };
}
