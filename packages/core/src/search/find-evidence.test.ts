import { describe, expect, it } from "vitest";
import { buildRule } from "../../test/rules.ts";
import type { RuleInput } from "../model/rule.ts";
import { EvidenceIndex } from "./evidence-index.ts";
import { findEvidence, type Evidence } from "./find-evidence.ts";

const rules: readonly Partial<RuleInput>[] = [
  { name: "flaky-tests", content: "Quarantine a test that fails intermittently. Do not add retries to hide it." },
  { name: "money", description: "Prices are integers", content: "Store prices in cents. Use `roundAmount` for a pull request." },
  { name: "ledger", content: "Keep the reducers of `cartSlice` pure." },
];

function indexOf(inputs: readonly Partial<RuleInput>[] = rules): EvidenceIndex {
  const index = new EvidenceIndex();
  for (const input of inputs) index.set(buildRule({ inclusion: "relevant", ...input }));
  return index;
}

function find(prompt: string, files: readonly string[] = [], index = indexOf()): ReadonlyMap<string, Evidence> {
  return new Map(Array.from(findEvidence([index], { prompt, files }), ([{ name }, evidence]) => [name, evidence]));
}

const scoreOf = (prompt: string, name: string): number => find(prompt).get(name)?.score ?? 0;

describe("evidence for a rule", () => {
  const question = "Quarantine the flaky test.";
  const around = "We moved the documents to the cellar yesterday and the neighbours were glad about it. ";

  it("does not depend on the length of the prompt", () => {
    const alone = scoreOf(question, "flaky-tests");
    expect(alone).toBeGreaterThan(0.5);
    expect(scoreOf(`${around.repeat(50)}${question} ${around.repeat(50)}`, "flaky-tests")).toBe(alone);
  });

  it("comes from one clause: words that are far from each other do not add up", () => {
    expect(scoreOf("The quarantine ended. The weather is flaky.", "flaky-tests")).toBeLessThan(scoreOf(question, "flaky-tests"));
  });

  it("is the words that count, as the prompt writes them", () => {
    expect(find("Please Quarantine the FLAKY thing").get("flaky-tests")?.words).toEqual(["FLAKY", "Quarantine"]);
  });

  it.each<[prompt: string, rule: string, word: string]>([
    ["an intermittent failure", "flaky-tests", "intermittent"],
    ["which costs are stored", "money", "costs"],
    ["call round_amount here", "money", "round_amount"],
    ["the reducer of the cart slice", "ledger", "reducer"],
    ["quarentine this", "flaky-tests", "quarentine"],
  ])("is found for other forms, synonyms, identifiers and typing errors: %s", (prompt, rule, word) => {
    expect(find(prompt).get(rule)?.words).toContain(word);
  });

  it("does not come from ordinary words, numbers or words that only look alike", () => {
    expect(scoreOf("keep and hide 2 files", "flaky-tests")).toBeLessThan(0.2);
    expect(find("the first prime").size).toBe(0);
    expect(find("is it the one that we do").size).toBe(0);
  });

  it("is more if two words follow each other in the rule, too", () => {
    expect(scoreOf("prices they store", "money")).toBeLessThan(scoreOf("store the prices", "money"));
  });

  it("is less for one word that is once in the text than for one in the name", () => {
    expect(scoreOf("reducers", "ledger")).toBeLessThan(scoreOf("ledger", "ledger") / 2);
  });

  it("comes from names of files, too, and counts half in code", () => {
    expect(find("", ["src/quarantine/flaky.ts"]).get("flaky-tests")?.score).toBeGreaterThan(0.3);
    expect(scoreOf("```\nflaky\n```", "flaky-tests")).toBeCloseTo(scoreOf("flaky", "flaky-tests") / 2);
  });

  it("is found in several indexes with the same weights", () => {
    const [first, second] = [indexOf(rules.slice(0, 1)), indexOf(rules.slice(1))];
    const joined = findEvidence([first, second], { prompt: question });
    expect(Array.from(joined, ([{ name }, { score }]) => [name, score])).toEqual([
      ["flaky-tests", scoreOf(question, "flaky-tests")],
    ]);
  });

  it("follows changes of rules", () => {
    const index = indexOf();
    index.set(buildRule({ name: "flaky-tests", inclusion: "relevant", content: "Sweep the floor." }));
    expect(find("quarantine", [], index).size).toBe(0);
    expect([...find("sweep the floor", [], index).keys()]).toEqual(["flaky-tests"]);
    index.set(buildRule({ name: "flaky-tests", inclusion: "always", content: "Sweep the floor." }));
    expect(find("sweep the floor", [], index).size).toBe(0);
    const { origin, id } = buildRule({ name: "money" });
    index.delete(origin.store, id);
    expect(find("prices in cents", [], index).size).toBe(0);
  });

  it.each([
    ["blanks", " ".repeat(200_000)],
    ["commas", ", ".repeat(100_000)],
    ["fences", "```\n".repeat(50_000)],
    ["one long word", "a".repeat(200_000)],
    ["different words", Array.from({ length: 5_000 }, (_, index) => `word${index}x`).join(" ")],
    ["quotations", "> quarantine\n".repeat(20_000)],
  ])("is found in linear time in a prompt of %s", (_what, prompt) => {
    expect(find(`${prompt}\n\n${question}`).get("flaky-tests")?.score).toBeGreaterThan(0);
  });
});
