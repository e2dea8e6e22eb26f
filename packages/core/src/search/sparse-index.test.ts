import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import { anyText } from "../../test/arbitraries.ts";
import { buildRule } from "../../test/rules.ts";
import { countRuleTerms } from "./rule-terms.ts";
import { SparseIndex } from "./sparse-index.ts";
import { maxCandidates } from "./top-candidates.ts";

function indexOf(contents: Readonly<Record<string, string | Partial<RuleInput>>>): SparseIndex {
  const index = new SparseIndex();
  for (const [id, input] of Object.entries(contents)) addTo(index, id, typeof input === "string" ? { content: input } : input);
  return index;
}

function addTo(index: SparseIndex, id: string, input: Partial<RuleInput>): void {
  index.set(id, countRuleTerms(buildRule({ name: "rule", content: "", ...input })));
}

const idsOf = (index: SparseIndex, query: string) => index.search(query).candidates.map(({ id }) => id);
const bestScoreOf = (index: SparseIndex, query: string) => index.search(query).candidates[0]?.score ?? 0;

describe("words", () => {
  it("in the name and description count more than in the content", () => {
    const index = indexOf({
      content: { name: "a", content: "logging" },
      description: { name: "a", description: "logging" },
      name: { name: "logging" },
    });
    expect(idsOf(index, "logging")).toEqual(["name", "description", "content"]);
  });

  it("in tags and globs are found", () => {
    const index = indexOf({ tag: { tags: ["topic:payments"] }, glob: { globs: ["src/checkout/*.tsx"] } });
    expect(idsOf(index, "payments")).toEqual(["tag"]);
    expect(idsOf(index, ".tsx files of the checkout")).toEqual(["glob"]);
  });

  it("that few rules contain count more", () => {
    const index = indexOf({ a: "error alpha", b: "error beta", c: "error gamma", d: "error delta error error" });
    expect(idsOf(index, "error beta")[0]).toBe("b");
  });

  it("that are function words hardly count", () => {
    const index = indexOf({ a: "how do you do this with the", b: "retries" });
    expect(idsOf(index, "how do you do the retries")[0]).toBe("b");
    expect(bestScoreOf(index, "how do you do the")).toBeLessThan(0.2);
  });

  it("count more in a short rule", () => {
    const index = indexOf({ long: `retries ${"other words here ".repeat(50)}`, short: "retries" });
    expect(idsOf(index, "retries")).toEqual(["short", "long"]);
  });
});

describe("scores", () => {
  const contents = { a: "Retry requests with jitter", b: "Name branches after tickets", c: "Hash passwords with Argon2" };

  it("are high if a rule contains the whole query, and low if most terms are unknown", () => {
    const index = indexOf(contents);
    expect(bestScoreOf(index, "retry requests with jitter")).toBeGreaterThan(0.4);
    expect(bestScoreOf(index, "recipe for sourdough bread with jitter")).toBeLessThan(0.2);
    expect(bestScoreOf(index, "sourdough")).toBe(0);
  });

  it("are similar in a small and in a large store", () => {
    const others = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`other${at}`, `topic${at} subject${at} matter${at} words${at}`]),
    );
    const [small, large] = [indexOf(contents), indexOf({ ...contents, ...others })].map((index) =>
      bestScoreOf(index, "retry jitter"),
    );
    expect(Math.abs((small ?? 0) - (large ?? 1))).toBeLessThan(0.15);
  });

  it("of a long query are not lowered by more than 16 of its terms", () => {
    const index = indexOf(contents);
    const noise = Array.from({ length: 300 }, (_, at) => `noise${at}`).join(" ");
    expect(bestScoreOf(index, `${noise} retry requests jitter`)).toBeGreaterThan(0.05);
  });
});

describe("typing errors", () => {
  const index = indexOf({ a: "authentication of users", b: "database migrations", c: "tests", d: "cache" });

  it.each([
    ["authentcation", "a"],
    ["autehntication", "a"],
    ["migratoins", "b"],
    ["cahce", "d"],
  ])("as in %s are corrected, with a lower score", (query, id) => {
    expect(idsOf(index, query)).toEqual([id]);
    const correct = { a: "authentication", b: "migrations", d: "cache" }[id] ?? "";
    expect(bestScoreOf(index, query)).toBeLessThan(bestScoreOf(index, correct));
  });

  it.each(["tes", "xyzzy", "datenbank"])("are not seen in %s", (query) => {
    expect(idsOf(index, query)).toEqual([]);
  });

  it("are not corrected to terms of deleted rules", () => {
    const other = indexOf({ a: "authentication" });
    other.delete("a");
    expect(idsOf(other, "authentcation")).toEqual([]);
  });
});

describe("frequent terms", () => {
  it("find no candidates if the query has rarer ones, but count in their scores", () => {
    const index = new SparseIndex();
    for (let at = 0; at < 600; at += 1) addTo(index, `r${at}`, { content: at < 2 ? "common rare" : "common" });
    addTo(index, "r0", { content: "other rare" });
    expect(index.search("common rare").candidates.map(({ id }) => id)).toEqual(["r1", "r0"]);
    expect(index.search("common").candidates).toHaveLength(600 - 1);
  });
});

it("returns the best candidates up to a maximum, and says so", () => {
  const index = new SparseIndex();
  for (let at = 0; at <= maxCandidates; at += 1) addTo(index, `r${at}`, { content: at === 7 ? "other" : "word" });
  expect(index.search("word")).toMatchObject({ isCut: false, candidates: { length: maxCandidates } });
  addTo(index, "best", { content: "word word" });
  const { candidates, isCut } = index.search("word");
  expect(isCut).toBe(true);
  expect(candidates).toHaveLength(maxCandidates);
  expect(candidates[0]?.id).toBe("best");
});

const word = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "delta",
  "alphabet",
  "snake_case",
  "camelCase",
  "数据库",
  "ทดสอบ",
  "é",
  "the",
);
const text = fc.oneof(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")),
  anyText,
);
const write = fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e"), content: fc.option(text) });

describe("for any rules", () => {
  it("an index after writes and deletions answers like a new index with the same rules", () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 30 }), fc.array(text, { minLength: 1, maxLength: 5 }), (writes, queries) => {
        const changed = new SparseIndex();
        const contents = new Map<string, string>();
        const wrongAnswers: string[] = [];
        for (const { id, content } of writes) {
          const existed = contents.delete(id);
          if (content !== null) {
            addTo(changed, id, { content });
            contents.set(id, content);
          } else if (changed.delete(id) !== existed) wrongAnswers.push(id);
        }
        const fresh = indexOf(Object.fromEntries(contents));
        expect(wrongAnswers).toEqual([]);
        expect(changed.size).toBe(fresh.size);
        for (const query of queries) expect(changed.search(query)).toEqual(fresh.search(query));
      }),
      { numRuns: 300 },
    );
  });

  it("an index that was cleaned up answers like a new one", () => {
    const changed = new SparseIndex();
    const contentOf = (at: number) => `common term${at % 50} unique${at} ${"word ".repeat(at % 7)}`;
    for (let at = 0; at < 3_000; at += 1) addTo(changed, `r${at}`, { content: contentOf(at) });
    for (let at = 0; at < 3_000; at += 1) if (at % 10 !== 0) changed.delete(`r${at}`);
    const fresh = new SparseIndex();
    for (let at = 0; at < 3_000; at += 10) addTo(fresh, `r${at}`, { content: contentOf(at) });
    for (const query of ["common word", "unique20", "unique21", "term10 comon", "unique2990 term40"]) {
      expect(changed.search(query)).toEqual(fresh.search(query));
    }
    for (let at = 0; at < 3_000; at += 10) changed.delete(`r${at}`);
    expect(changed.size).toBe(0);
    expect(changed.search("common").candidates).toEqual([]);
  });

  it("scores are above 0 and at most 1, in order, and only of rules that pass", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, fc.nat(7), (contents, query, bits) => {
        const index = indexOf(Object.fromEntries(contents.map((content, at) => [String(at), content])));
        const passes = (id: string) => (bits & (1 << (Number(id) % 3))) !== 0;
        const all = index.search(query).candidates;
        for (const [at, { score }] of all.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(Math.min(1, all[at - 1]?.score ?? 1));
        }
        expect(index.search(query, passes).candidates).toEqual(all.filter(({ id }) => passes(id)));
      }),
      { numRuns: 300 },
    );
  });

  it("a rule is found by each of its terms", () => {
    fc.assert(
      fc.property(text, (content) => {
        const index = indexOf({ a: content });
        const terms = [...countRuleTerms(buildRule({ name: "rule", content })).frequencies.keys()];
        expect(terms.filter((term) => idsOf(index, term)[0] !== "a")).toEqual([]);
      }),
    );
  });
});
