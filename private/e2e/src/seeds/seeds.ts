import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentContext } from "./agent-context.ts";
import { agentRules } from "./agent-rules.ts";
import { mdcRules } from "./mdc-rules.ts";
import { ruleEngine } from "./rule-engine.ts";
import { ruleFetching } from "./rule-fetching.ts";
import type { Seed } from "./requirement.ts";

/** The documents that Precept was designed from. */
export const seeds: readonly Seed[] = [agentRules, ruleFetching, mdcRules, ruleEngine, agentContext];

/** A test that a requirement cites. */
export interface CitedTest {
  /** Relative to the repository. */
  readonly path: string;
  /** The title, or a part of it. */
  readonly title: string;
}

export function parseCitation(citation: string): CitedTest {
  const at = citation.indexOf(": ");
  return { path: `${citation.slice(0, at)}.test.ts`, title: citation.slice(at + 2) };
}

/** Finds titles of tests: `it("…"`, `describe("…"`, and what follows the table of `it.each([`. */
const titlePattern =
  /(?:\b(?:it|describe)\b[^\n"`']{0,80}?[(,]|^\s*\](?: as const)?,?\s*\)\()\s*(["`])(?<title>(?:(?!\1)[^\\\n]|\\.)*)\1/gm;

/** Returns what is wrong with the requirements: no test, a test that does not exist, or an id that is not unique. */
export function checkSeeds(root: string, checked: readonly Seed[]): readonly string[] {
  const ids = checked.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const titles = new Map<string, readonly string[]>();
  const titlesIn = (path: string): readonly string[] => {
    const found = titles.get(path) ?? readTitles(root, path);
    titles.set(path, found);
    return found;
  };
  return checked.flatMap(({ letter, requirements }) =>
    requirements.flatMap(({ id, tests }) => {
      const isUnique = ids.indexOf(id) === ids.lastIndexOf(id) && id.startsWith(letter);
      const unknown = tests
        .map(parseCitation)
        .filter(({ path, title }) => title === "" || !titlesIn(path).some((one) => one.includes(title)));
      return [
        ...(isUnique ? [] : [`${id}: the id must be unique, and begin with ${letter}.`]),
        ...(tests.length === 0 ? [`${id}: no test shows it.`] : []),
        ...unknown.map(({ path, title }) => `${id}: no test "${title}" in ${path}.`),
      ];
    }),
  );
}

/** Returns the tests whose titles name a section or a property of a document, and that no requirement cites. */
export function findUncitedTests(root: string, checked: readonly Seed[]): readonly string[] {
  const cited = checked.flatMap(({ requirements }) => requirements.flatMap(({ tests }) => tests.map(parseCitation)));
  return globSync("{packages,apps}/*/src/**/*.test.ts", { cwd: root }).flatMap((path) =>
    readTitles(root, path)
      .filter((title) => /^seed [\d., -]+: |^\*\*Feature: agent-rules/.test(title))
      .filter((title) => !cited.some((one) => one.path === path && title.includes(one.title)))
      .map((title) => `${path}: ${title}`),
  );
}

function readTitles(root: string, path: string): readonly string[] {
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
  return [...text.matchAll(titlePattern)].map(({ groups }) => groups?.["title"] ?? "");
}
