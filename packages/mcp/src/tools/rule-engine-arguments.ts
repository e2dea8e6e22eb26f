import { jsonSchema, normalisePath, type Json } from "@precept/core";
import { phases, subjectKinds, type Phase, type ReportedLocation, type Subject } from "@precept/governance";
import * as z from "zod/mini";
import type { HostRegistrant } from "../host/rule-engine-host.ts";
import { argumentLimits } from "../limits.ts";
import { integerArgument, textArgument } from "./argument-schemas.ts";
import { InvalidArgumentsError, parseArguments } from "./parse-arguments.ts";
import { ruleEngineActions } from "./rule-engine-listing.ts";

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

/** The maximum number of audit entries in an answer. */
const maxAuditEntries = 200;

/** The default number of audit entries in an answer. */
const defaultAuditEntries = 50;

const lineArgument = integerArgument(1, Number.MAX_SAFE_INTEGER);

const ruleEngineArguments = z.object({
  action: oneOf(ruleEngineActions),
  rule: z.optional(z.union([text, z.record(z.string(), z.unknown())], { error: "must be an object or YAML" })),
  rule_id: z.optional(text),
  phase: z.optional(oneOf(phases)),
  explain: z.optional(z.boolean({ error: "must be true or false" })),
  high_quality: z.optional(z.boolean({ error: "must be true or false" })),
  advice_key: z.optional(textArgument(argumentLimits.name)),
  line: z.optional(lineArgument),
  limit: z.optional(integerArgument(1, maxAuditEntries)),
  before: z.optional(textArgument(argumentLimits.name)),
  context: z.optional(contextSchema),
});

const policyArguments = z.object({ code: text, file: z.optional(text), context: z.optional(contextSchema) });

/** A text to check, with its context. */
export interface CheckRequest {
  readonly subject: Subject;
  readonly context: Readonly<Record<string, Json>>;
  /** Whether the result lists every skipped policy. */
  readonly explains: boolean;
  readonly highQuality?: boolean;
}

/** The session and the agent that the context of a request names. */
export interface RequestActor {
  readonly session?: string;
  readonly agent?: string;
}

export type RuleEngineRequest =
  | { readonly action: "register"; readonly rule: string | object; readonly by: Pick<HostRegistrant, "session" | "agent"> }
  | (CheckRequest & {
      readonly action: "execute" | "check_violation";
      readonly ruleId: string | undefined;
      readonly phase: Phase | undefined;
    })
  | {
      readonly action: "report_violation";
      readonly ruleId: string;
      readonly phase: Phase | undefined;
      readonly location: ReportedLocation;
      readonly actor: RequestActor;
    }
  | { readonly action: "ignore_advice" | "comply_with_advice"; readonly key: string; readonly actor: RequestActor }
  | {
      readonly action: "list_audit" | "audit_stats";
      readonly ruleId: string | undefined;
      readonly phase: Phase | undefined;
      readonly actor: RequestActor;
      readonly limit: number;
      readonly before: string | undefined;
    };

/** @throws InvalidArgumentsError */
export function readRuleEngineArguments(written: unknown): RuleEngineRequest {
  const {
    action,
    rule,
    rule_id: ruleId,
    phase,
    explain = false,
    high_quality: highQuality,
    advice_key: key,
    line,
    limit = defaultAuditEntries,
    before,
    context: known = {},
  } = parseArguments(ruleEngineArguments, written);
  if (action === "register") {
    if (rule === undefined) throw new InvalidArgumentsError("`rule` is missing: the policy to register.");
    const { session, agent } = known;
    const by = { ...(typeof session === "string" && { session }), ...(typeof agent === "string" && { agent }) };
    return { action, rule, by };
  }
  const { code, file, ...others } = known;
  const actor = actorOf(others);
  // The audit log has the line in the context, beside the file.
  const { line: contextLine } = others;
  switch (action) {
    case "report_violation": {
      if (ruleId === undefined) throw new InvalidArgumentsError("`rule_id` is missing: the policy that was violated.");
      const location = {
        ...(code !== undefined && { text: code }),
        ...(file !== undefined && { file: normalisePath(file) }),
        ...(line !== undefined ? { line } : contextLine !== undefined && { line: readLine(contextLine) }),
        ...(others.subject !== undefined && { kind: others.subject }),
      };
      return { action, ruleId, phase, location, actor };
    }
    case "ignore_advice":
    case "comply_with_advice":
      if (key === undefined)
        throw new InvalidArgumentsError("`advice_key` is missing: the `key` of advice in an earlier answer.");
      return { action, key, actor };
    case "list_audit":
    case "audit_stats":
      return { action, ruleId, phase, actor, limit, before };
    case "check_violation":
    case "execute":
      if (code === undefined) throw new InvalidArgumentsError("`context.code` is missing: the text to check.");
      return {
        action,
        ruleId,
        phase,
        ...toCheckRequest(code, file, others),
        explains: explain || ruleId !== undefined,
        ...(highQuality !== undefined && { highQuality }),
      };
  }
}

/** @throws InvalidArgumentsError */
function readLine(value: Json): number {
  const { line } = parseArguments(z.object({ line: lineArgument }), { line: value });
  return line;
}

/** @throws InvalidArgumentsError */
export function readPolicyArguments(written: unknown): CheckRequest {
  const { code, file, context: known = {} } = parseArguments(policyArguments, written);
  const { code: _code, file: fileOfContext, ...others } = known;
  return { ...toCheckRequest(code, file ?? fileOfContext, others), explains: true };
}

/** Reads the session and the agent from a context. Other types than texts are no names. */
export function actorOf({ session, agent }: Readonly<Record<string, Json | undefined>>): RequestActor {
  return { ...(typeof session === "string" && { session }), ...(typeof agent === "string" && { agent }) };
}

function toCheckRequest(code: string, file: string | undefined, context: PolicyCallContext): Omit<CheckRequest, "explains"> {
  const { subject: kind } = context;
  return {
    subject: { text: code, ...(file !== undefined && { file: normalisePath(file) }), ...(kind !== undefined && { kind }) },
    context: context as Readonly<Record<string, Json>>,
  };
}
