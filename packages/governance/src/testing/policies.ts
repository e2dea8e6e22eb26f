import { createHash } from "node:crypto";
import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { parsePolicies } from "../parse/parse-policies.ts";
import { readPolicy } from "../parse/read-policy.ts";

/** Any keys of a policy as they are written; what every policy has to have is there. */
export type PolicyInput = Readonly<Record<string, unknown>>;

/** A policy, read as from a file. It has to be a good one. */
export function buildPolicy(input: PolicyInput = {}): Policy {
  const { policy, diagnostics } = readPolicy({ id: "A-1", severity: "MEDIUM", message: "Broken.", ...input });
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

/** A policy that finds this pattern. */
export function policyMatching(pattern: string, input: PolicyInput = {}): Policy {
  return buildPolicy({ match: { pattern }, ...input });
}

/** The policies of a YAML text, all of which have to be good. */
export function policiesIn(text: string): readonly Policy[] {
  const { policies, diagnostics } = parsePolicies(text, "policies.yaml");
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return policies.map(({ policy }) => policy);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What comes of checking a text, or a subject. */
export function check(policies: readonly Policy[], subject: string | Subject, options: Partial<EvaluateOptions> = {}): Decision {
  return evaluate(policies, typeof subject === "string" ? { text: subject } : subject, { hash: sha256, ...options });
}

/** The violations, each as `policy line:column match`. */
export function locationsOf({ violations }: Pick<Decision, "violations">): readonly string[] {
  return violations.map(({ policy, line, column, match }) => `${policy} ${line}:${column} ${match}`.trimEnd());
}
