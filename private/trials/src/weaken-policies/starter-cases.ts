import { createHash } from "node:crypto";
import {
  evaluate,
  parsePolicies,
  readHookPayload,
  signalKeys,
  type CallOutcome,
  type Policy,
  type PolicyAction,
  type PolicyContext,
  type PolicyTest,
  type SequenceTest,
  type Subject,
  type SubjectKind,
} from "@precept/governance";
import type { TrustedSignals } from "@precept/enforcement";
import { starterPolicies } from "@precept/governance/starters";

/** A starter policy, and a text that violates it. */
export interface StarterCase {
  readonly policy: Policy;
  readonly subject: Subject;
  readonly context: PolicyContext;
  /** The action on the violation. Some starter policies are in shadow mode, so that nothing happens. */
  readonly action: PolicyAction;
  /** The earlier calls of the session, for a policy about sequences of calls. */
  readonly earlier?: readonly SessionStep[];
}

/** A call of a session. */
export interface SessionStep {
  readonly subjects: readonly Subject[];
  readonly context: PolicyContext;
  readonly tool?: string | undefined;
  readonly call: { readonly stage: "before" | "after"; readonly outcome?: CallOutcome };
}

/** Files for texts whose test names none. */
const commonFiles = ["src/a.ts", "src/a.py"];

/** The names of all starters. */
export const starterNames: readonly string[] = Object.keys(starterPolicies);

/** The policies of all starters. */
const allPolicies: readonly Policy[] = Object.values(starterPolicies).flatMap((text) =>
  parsePolicies(text).policies.map(({ policy }) => policy),
);

/**
 * Lists all starter policies, each with the first of its own invalid tests that violates it.
 *
 * @throws Error if a policy has no such test.
 */
export function listStarterCases(): readonly StarterCase[] {
  return allPolicies.map((policy) => (policy.sequence === undefined ? toCase(policy) : toSessionCase(policy)));
}

/** The last step of the first test with several steps is the violation, so that all earlier ones have to count. */
function toSessionCase(policy: Policy): StarterCase {
  const [steps] = policy.tests.invalid.flatMap((test) => (test.kind === "sequence" ? [test.steps.map(toStep)] : []));
  const last = steps?.at(-1);
  for (const subject of last?.subjects ?? []) {
    const { context } = last ?? { context: {} };
    const [violation] = evaluate([policy], subject, { hash, context, sequences: "hold" }).violations;
    if (violation !== undefined)
      return { policy, subject, context, action: violation.action, earlier: steps?.slice(0, -1) ?? [] };
  }
  throw new Error(`No invalid test of ${policy.id} violates it.`);
}

function toStep(step: SequenceTest["steps"][number]): SessionStep {
  if (step.kind === "text") {
    const { text, subject: kind, file, context = {} } = step;
    const subject = { text, ...(kind !== undefined && { kind }), ...(file !== undefined && { file }) };
    return { subjects: [subject], context, call: { stage: "before" } };
  }
  const { subjects = [], context = {}, tool, kind, outcome } = readHookPayload(step.payload) ?? {};
  const stage = kind === "afterTool" ? "after" : "before";
  return { subjects, context: { ...context, ...step.context }, tool, call: { stage, ...(outcome !== undefined && { outcome }) } };
}

function toCase(policy: Policy): StarterCase {
  for (const { subject, context } of policy.tests.invalid.flatMap((test) => candidatesOf(test, policy))) {
    const { violations, shadowed } = evaluate([policy], subject, { hash, context });
    const [violation] = [...violations, ...shadowed];
    if (violation !== undefined) return { policy, subject, context, action: violation.action };
  }
  throw new Error(`No invalid test of ${policy.id} violates it.`);
}

type Candidate = Pick<StarterCase, "subject" | "context">;

function candidatesOf(test: PolicyTest, { match }: Policy): readonly Candidate[] {
  if (test.kind === "sequence") return [];
  if (test.kind === "hook") {
    const { subjects = [], context = {} } = readHookPayload(test.payload) ?? {};
    return subjects.map((subject) => ({ subject, context: { ...context, ...test.context } }));
  }
  const wanted = [match.contextFilter["subject"] ?? []].flat() as readonly SubjectKind[];
  const kind = test.subject ?? wanted[0];
  const files = test.file === undefined ? [...commonFiles, ...match.filePatterns.map(toFile)] : [test.file];
  const subject = { text: test.text, ...(kind !== undefined && { kind }) };
  const context = test.context ?? {};
  return [{ subject, context }, ...files.map((file) => ({ subject: { ...subject, file }, context }))];
}

/** Returns a file that a glob matches. */
function toFile(glob: string): string {
  return glob
    .replace(/^\*\*\//, "")
    .replace(/\{([^,}]*)[^}]*\}/, "$1")
    .replaceAll("*", "a");
}

/** Whether a client that only sends a text, its kind and its file can express the case. */
export function isPlainText({ subject, context, earlier }: StarterCase): boolean {
  return (
    subject.tool === undefined &&
    subject.input === undefined &&
    earlier === undefined &&
    Object.keys(signalsIn(context)).length === 0
  );
}

/** Returns the signals of git and of the machine in the context of a test, which only a trusted program can set. */
export function signalsIn(context: PolicyContext): TrustedSignals {
  return Object.fromEntries(signalKeys.flatMap((key) => (typeof context[key] === "string" ? [[key, context[key]]] : [])));
}

/** Hashes a text as the policy engine does. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
