import { createHash } from "node:crypto";
import {
  evaluate,
  parsePolicies,
  readHookPayload,
  type Policy,
  type PolicyAction,
  type PolicyContext,
  type PolicyTest,
  type Subject,
  type SubjectKind,
} from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";

/** A starter policy, and a text that violates it. */
export interface StarterCase {
  readonly policy: Policy;
  readonly subject: Subject;
  readonly context: PolicyContext;
  /** The action on the violation. Some starter policies are in shadow mode, so that nothing happens. */
  readonly action: PolicyAction;
}

/** Files for texts whose test names none. */
const commonFiles = ["src/a.ts", "src/a.py"];

/** The names of all starters. */
export const starterNames: readonly string[] = Object.keys(starterPolicies);

/** The policies of all starters. */
const allPolicies: readonly Policy[] = Object.values(starterPolicies).flatMap((text) =>
  parsePolicies(text).policies.map(({ policy }) => policy),
);

/** The ids of policies about several calls of a session. No attempt covers them yet. */
export const sequencePolicies: readonly string[] = allPolicies.filter(isAboutSequences).map(({ id }) => id);

function isAboutSequences({ tests }: Policy): boolean {
  return tests.invalid.every(({ kind }) => kind === "sequence");
}

/**
 * Lists all starter policies but those about sequences, each with the first of its own invalid tests that violates it.
 *
 * @throws Error if a policy has no such test.
 */
export function listStarterCases(): readonly StarterCase[] {
  return allPolicies.filter((policy) => !isAboutSequences(policy)).map(toCase);
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
export function isPlainText({ subject }: StarterCase): boolean {
  return subject.tool === undefined && subject.input === undefined;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
