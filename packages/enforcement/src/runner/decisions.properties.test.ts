import { hash } from "node:crypto";
import { createCandidateFinder, evaluate, parsePolicies, patternOf, type Policy } from "@precept/governance";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyPattern, anySubject, sampleOf, type AnyPattern } from "../../../governance/test/any-pattern.ts";
import { createBoundedRunner } from "./pattern-runner.ts";

function policiesOf(patterns: readonly AnyPattern[]): readonly Policy[] {
  const documents = patterns.map(({ source, flags }, number) => ({
    id: `POLICY-${number}`,
    severity: "HIGH",
    message: "Found {match}.",
    match: { pattern: source, flags, ...(number % 3 === 0 && { keywords: ["a", "K"] }) },
  }));
  return parsePolicies(JSON.stringify(documents)).policies.map(({ policy }) => policy);
}

it("a decision is the same with the prefilter and the bounded runner as without", () => {
  const patterns = fc.array(
    anyPattern.filter(({ flags }) => !flags.includes("v")),
    { minLength: 1, maxLength: 6 },
  );
  const made = patterns.chain((some) =>
    fc.tuple(fc.constant(some), fc.array(fc.oneof(anySubject, ...some.map(sampleOf)), { maxLength: 6 })),
  );
  // A time limit that even a busy machine does not exceed.
  const runner = createBoundedRunner({ budget: 60_000, maxTime: 60_000 });
  let violations = 0;
  fc.assert(
    fc.property(made, ([some, lines]) => {
      const policies = policiesOf(some);
      const subject = { text: lines.join("\n"), file: "a.ts" };
      const options = { hash: (text: string) => hash("sha256", text) };
      const candidates = createCandidateFinder(() => policies.flatMap((policy) => patternOf(policy) ?? []));
      const decision = evaluate(policies, subject, { ...options, runner, candidates });
      const plain = evaluate(policies, subject, options);
      violations += plain.violations.length;
      // The skipped policies and their reasons may differ. They have no violations either way.
      expect(decision.violations).toEqual(plain.violations);
      expect([decision.action, decision.diagnostics]).toEqual([plain.action, plain.diagnostics]);
    }),
    { numRuns: 100 },
  );
  expect(violations).toBeGreaterThan(300);
});
