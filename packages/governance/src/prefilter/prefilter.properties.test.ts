import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listFiles, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern, anySubject, sampleOf, type AnyPattern } from "../../test/any-pattern.ts";
import { sha256 } from "../../test/policies.ts";
import { loadCompiledPolicies } from "../compiled/load-compiled-policies.ts";
import { compiledStarters } from "../compiled-starters.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { prefilterPatternsOf } from "../prepare/prepare-policies.ts";
import { createCandidateFinder } from "./candidate-finder.ts";
import { createPrefilter } from "./prefilter.ts";
import { requiredLiterals } from "./required-literals.ts";

function countMatches({ source, flags }: AnyPattern, text: string): number {
  return [...text.matchAll(new RegExp(source, `${flags}g`))].length;
}

function countCandidates(patterns: readonly AnyPattern[], texts: readonly string[]): readonly (readonly number[])[] {
  const prefilter = createPrefilter(patterns);
  return texts.map((text) => {
    const chosen = new Set(prefilter(text));
    return patterns.map((pattern, position) => (chosen.has(position) ? countMatches(pattern, text) : 0));
  });
}

function countAll(patterns: readonly AnyPattern[], texts: readonly string[]): readonly (readonly number[])[] {
  return texts.map((text) => patterns.map((pattern) => countMatches(pattern, text)));
}

describe("running only the candidates finds all matches", () => {
  it("for any patterns and texts", () => {
    const patterns = fc.array(anyPattern, { maxLength: 6 });
    const texts = fc.array(anySubject, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(patterns, texts, (some, subjects) => {
        expect(countCandidates(some, subjects)).toEqual(countAll(some, subjects));
      }),
      { numRuns: 200 },
    );
  });

  it("in generated texts that match", () => {
    let matched = 0;
    const made = anyPattern.chain((pattern) => fc.tuple(fc.constant(pattern), anySubject, sampleOf(pattern), anySubject));
    fc.assert(
      fc.property(made, ([pattern, before, sample, after]) => {
        const texts = [sample, sample.toUpperCase(), sample.toLowerCase(), before + sample + after];
        const counts = countAll([pattern], texts);
        if (counts.some(([count = 0]) => count > 0)) matched += 1;
        expect(countCandidates([pattern], texts)).toEqual(counts);
      }),
      { numRuns: 300 },
    );
    expect(matched).toBeGreaterThan(150);
  });

  it("of the starter policies in their own tests, and of all of them in a share of these tests", () => {
    const policies = Object.values(compiledStarters).flatMap(({ compiled }) =>
      loadCompiledPolicies(compiled).policies.map(({ policy }) => policy),
    );
    const candidates = createCandidateFinder(() => policies.flatMap(prefilterPatternsOf));
    const tested = policies.flatMap((policy) =>
      [...policy.tests.valid, ...policy.tests.invalid].flatMap((test) =>
        test.kind === "text" ? { own: [policy], text: test.text } : [],
      ),
    );
    expect(tested.length).toBeGreaterThan(100);
    const kinds = ["file", "command", "result"] as const;
    const step = propertyRuns({ sample: 25, full: 1 });
    for (const [at, { own, text }] of tested.entries()) {
      const subject = { text, kind: kinds[at % kinds.length] ?? "file", file: "src/a.ts" };
      for (const evaluated of at % step === 0 ? [own, policies] : [own]) {
        const { violations } = evaluate(evaluated, subject, { hash: sha256 });
        expect(evaluate(evaluated, subject, { hash: sha256, candidates }).violations).toEqual(violations);
      }
    }
  });

  it("in real source code", () => {
    const installed = fileURLToPath(new URL("../../../../node_modules/.pnpm", import.meta.url));
    const paths = [...listFiles(installed)].filter((path) => /\.(?:[cm]?[jt]s|json|md)$/.test(path));
    // A fixed number, however many packages are installed.
    const step = Math.ceil(paths.length / 120);
    const texts = paths.filter((_, position) => position % step === 0).map((path) => readFileSync(path, "utf8").slice(0, 8000));
    const written: readonly (readonly [source: string, flags: string])[] = [
      ["\\beval\\s*\\(", ""],
      ["console\\.(?:log|warn|error)\\(", ""],
      ["\\b(?:todo|fixme|hack)\\b", "i"],
      ["[\\w.-]{0,20}?(?:key|token|secret)[\\w.-]{0,20}\\s*[:=]\\s*['\"]([^'\"]{4,})['\"]", "im"],
      ["^\\s*import\\s.+from\\s+['\"](.+)['\"]", "m"],
      ["catch\\s*\\((\\w+)\\)\\s*\\{\\s*\\}", ""],
      ["\\bclass\\s+(?<name>\\p{Lu}\\w*)", "u"],
      ["https?:\\/\\/[^\\s'\"`<>)]+", "iu"],
      ["(?<=@)\\w+\\/[\\w.-]+", ""],
      ["(?=[^\\n]*async)function", ""],
      ["(['\"])use strict\\1", ""],
      ["[k-s]{4}ss?k", "iu"],
      ["new (?:Map|Set|WeakMap)(?:<[^>]*>)?\\(", ""],
      ["\\d{4}-\\d{2}-\\d{2}", ""],
    ];
    const patterns = written.map(([source, flags]) => ({ source, flags }));
    const counts = countAll(patterns, texts);
    expect(texts.length).toBeGreaterThan(50);
    expect(countCandidates(patterns, texts)).toEqual(counts);
    expect(patterns.filter((_, position) => counts.some((row) => (row[position] ?? 0) > 0)).length).toBeGreaterThan(8);
  });
});

it("finds required literals for most patterns", () => {
  const known = fc.sample(anyPattern, 1000).filter(({ source, flags }) => requiredLiterals(source, flags) !== undefined);
  expect(known.length).toBeGreaterThan(300);
});
