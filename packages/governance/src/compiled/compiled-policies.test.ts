import { createHash } from "node:crypto";
import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compiledStarters } from "../compiled-starters.ts";
import { compiledLiterals, prefilterPatternsOf } from "../prepare/prepare-policies.ts";
import { parsePolicies } from "../parse/parse-policies.ts";
import { createPolicySet } from "../policy-set/policy-set.ts";
import { literalsFor } from "../prefilter/known-literals.ts";
import { requiredLiterals } from "../prefilter/required-literals.ts";
import { starterPolicies } from "../starters.ts";
import { anyPattern } from "../../test/any-pattern.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { partsOf } from "../sequences/trackers-of.ts";
import { compilePolicies } from "./compile-policies.ts";
import { loadCompiledPolicies, type CompiledDocument } from "./load-compiled-policies.ts";

describe("the compiled starter policies", () => {
  it("equal the policies in the YAML files", () => {
    expect(Object.keys(compiledStarters)).toEqual(Object.keys(starterPolicies));
  });

  it.each(Object.entries(starterPolicies))("of %s equal the parsed ones", (name, text) => {
    const starter = compiledStarters[name] ?? { digest: "", compiled: "", diagnostics: [] };
    expect(starter.digest).toBe(createHash("sha256").update(text).digest("hex"));
    const parsed = parsePolicies(text, `starter:${name}`);
    const loaded = loadCompiledPolicies(starter.compiled);
    expect(loaded).toEqual(parsed);
    // The order of keys matters when policies are compared as JSON.
    expect(JSON.stringify(loaded.policies)).toBe(JSON.stringify(parsed.policies));
    expect(createPolicySet(parsed.policies).diagnostics).toEqual(starter.diagnostics);
    for (const { policy } of loaded.policies) {
      const patterns = prefilterPatternsOf(policy);
      expect(compiledLiterals.get(policy.match)).toHaveLength(patterns.length);
      for (const pattern of patterns) expect(literalsFor(pattern)).toEqual(requiredLiterals(pattern.source, pattern.flags));
    }
  });
});

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("compiled policies", () => {
  const yaml = (metadata: string): string => `{ id: A, severity: LOW, message: m, metadata: ${metadata} }`;

  it("are loaded frozen, like parsed ones", () => {
    const [loaded] = loadCompiledPolicies(compilePolicies(parsePolicies(yaml("{ a: [1] }"))) ?? "").policies;
    const policy = loaded?.policy;
    for (const part of [policy, policy?.metadata, policy?.metadata["a"], policy?.match, policy?.tests, policy?.tests.valid]) {
      expect(part).toBeTypeOf("object");
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("are evaluated without reading their tests, which are in a separate file", () => {
    const compiled = JSON.parse(compiledStarters["session"]?.compiled as string) as CompiledDocument;
    const { policies } = loadCompiledPolicies({ ...compiled, tests: "not JSON" });
    const parts = policies.flatMap(({ policy }) => partsOf(policy));
    expect(parts.length).toBeGreaterThan(policies.length);
    expect(evaluate(parts, { kind: "command", text: "base64 < .env" }, { hash }).action).toBe("PASS");
    expect(() => policies[0]?.policy.tests).toThrow(SyntaxError);
  });

  it("do not exist for values that JSON cannot represent", () => {
    expect(compilePolicies(parsePolicies(yaml("{ a: -0.0 }")))).toBeUndefined();
  });

  it("equal the parsed policies, with all metadata, tests and patterns", () => {
    const texts = fc.array(fc.string({ unit: anyCodePoint, maxLength: 20 }), { maxLength: 3 });
    fc.assert(
      fc.property(anyPattern, fc.jsonValue(), texts, ({ source, flags }, value, valid) => {
        const document = {
          id: "A",
          severity: "LOW",
          message: "m",
          match: { pattern: source, flags: flags.replace(/[^imsu]/g, "") },
          metadata: { value },
          tests: { valid },
        };
        const parsed = parsePolicies(JSON.stringify(document), "a.yaml");
        const compiled = compilePolicies(parsed);
        fc.pre(compiled !== undefined);
        expect(compiled).not.toMatch(/[\n\r]/);
        expect(loadCompiledPolicies(compiled ?? "")).toEqual(parsed);
      }),
      { numRuns: propertyRuns({ sample: 60, full: 200 }) },
    );
  });

  it("throw if the text is damaged", () => {
    const compiled = compilePolicies(parsePolicies(yaml("{}"))) ?? "";
    for (const damaged of ["", "null", "[]", "{}", compiled.slice(0, -2)]) {
      expect(() => loadCompiledPolicies(damaged)).toThrow(Error);
    }
  });
});
