import { createHash } from "node:crypto";
import { evaluate } from "../src/evaluate/evaluate.ts";
import type { EvaluateOptions } from "../src/evaluate/options.ts";
import type { Decision } from "../src/model/decision.ts";
import type { Policy } from "../src/model/policy.ts";
import type { Subject } from "../src/model/subject.ts";
import { parsePolicies } from "../src/parse/parse-policies.ts";
import { readPolicy } from "../src/parse/read-policy.ts";

/** Keys of a policy document. Required keys have defaults. */
export type PolicyInput = Readonly<Record<string, unknown>>;

/** Reads a policy from a document. Throws if it is invalid. */
export function buildPolicy(input: PolicyInput = {}): Policy {
  const { policy, diagnostics } = readPolicy({ id: "A-1", severity: "MEDIUM", message: "Broken.", ...input });
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

/** Builds a policy with a pattern. */
export function policyMatching(pattern: string, input: PolicyInput = {}): Policy {
  return buildPolicy({ match: { pattern }, ...input });
}

/** Parses policies. Throws if one is invalid. */
export function policiesIn(text: string): readonly Policy[] {
  const { policies, diagnostics } = parsePolicies(text, "policies.yaml");
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return policies.map(({ policy }) => policy);
}

/** Hashes a text. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Evaluates policies against a text or a subject. */
export function check(policies: readonly Policy[], subject: string | Subject, options: Partial<EvaluateOptions> = {}): Decision {
  return evaluate(policies, typeof subject === "string" ? { text: subject } : subject, { hash: sha256, ...options });
}

/** Formats violations as `policy line:column match`. */
export function locationsOf({ violations }: Pick<Decision, "violations">): readonly string[] {
  return violations.map(({ policy, line, column, match }) => `${policy} ${line}:${column} ${match}`.trimEnd());
}
