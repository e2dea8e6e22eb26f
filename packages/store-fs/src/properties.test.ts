import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRule, createRulebook, scopeRank, scopes, type Rule, type Rulebook, type RuleStore } from "@precept/core";
import { findConflicts } from "@precept/lint";
import { precept } from "@precept/mdc-compat";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFsStore } from "./store.ts";

const runs = { numRuns: 100 };

/** Runs a test with a store over real files in a temporary directory. */
async function withFiles(work: (store: RuleStore, rulebook: Rulebook) => Promise<void>): Promise<void> {
  const projectDir = await realpath(await mkdtemp(join(tmpdir(), "precept-properties-")));
  try {
    const roots = scopes.map((scope) => ({ dir: `rules/${scope}`, scope, codec: precept, optional: true }));
    await using store = createFsStore({ projectDir, roots });
    await using rulebook = createRulebook({ stores: [store] });
    await work(store, rulebook);
  } finally {
    await rm(projectDir, { recursive: true, force: true });
  }
}

const line = fc
  .string({ unit: fc.constantFrom(..."abc XYZ:#-[]{}\"'*&!|>%@,é😀"), minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== "");
const content = fc.string({ unit: fc.constantFrom(..."ab \n#-`*é😀\t"), maxLength: 120 });
const names = fc.constantFrom("a", "b", "c", "naïve", "😀");
const someRules = fc.array(
  fc.record({
    name: names,
    scope: fc.constantFrom(...scopes),
    override: fc.boolean(),
    priority: fc.integer({ min: 1, max: 100 }),
  }),
  { minLength: 1, maxLength: 8 },
);

async function saveAll(store: RuleStore, inputs: readonly Partial<Rule>[]): Promise<readonly Rule[]> {
  const saved: Rule[] = [];
  for (const input of inputs) {
    const { rule } = await store.save(createRule({ id: "new", name: "x", description: "d", ...input }));
    saved.push(rule);
  }
  return saved;
}

function highest(rules: readonly Rule[]): number {
  return Math.max(...rules.map(({ scope }) => scopeRank(scope)));
}

describe("over files", () => {
  it("**Feature: agent-rules, Property 1: Rule Parsing Round Trip** over files", async () => {
    const input = fc.record({
      name: line,
      description: line,
      content,
      scope: fc.constantFrom(...scopes),
      inclusion: fc.constantFrom("always" as const, "fileMatch" as const, "manual" as const),
      globs: fc.array(line, { maxLength: 3 }),
      priority: fc.integer({ min: 1, max: 100 }),
      tags: fc.array(line, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(input, (fields) =>
        withFiles(async (store) => {
          const { rule } = await store.save(createRule({ id: "new", ...fields }));
          const read = await store.get(rule.id);
          await store.reload();
          expect(read?.rule).toMatchObject(fields);
          expect((await store.get(rule.id))?.rule).toEqual(read?.rule);
        }),
      ),
      runs,
    );
  });

  it("**Feature: agent-rules, Property 4: Scope Priority Ordering** over files", async () => {
    await fc.assert(
      fc.asyncProperty(someRules, (inputs) =>
        withFiles(async (store, rulebook) => {
          const saved = await saveAll(store, inputs);
          const { applied } = await rulebook.resolve();
          for (const { rule } of applied) {
            const namesakes = saved.filter(({ name }) => name === rule.name);
            expect(scopeRank(rule.scope)).toBe(highest(namesakes));
          }
          expect(applied).toHaveLength(new Set(saved.map(({ name }) => name)).size);
        }),
      ),
      runs,
    );
  });

  it("**Feature: agent-rules, Property 9: Override Behavior** over files", async () => {
    await fc.assert(
      fc.asyncProperty(someRules, (inputs) =>
        withFiles(async (store, rulebook) => {
          await saveAll(store, inputs);
          const { applied, skipped, conflicts } = await rulebook.resolve();
          for (const { rule } of applied) {
            const losers = skipped.filter((skip) => skip.rule.name === rule.name);
            expect(losers.map(({ reason }) => reason.kind)).toEqual(
              losers.map(() => (rule.override ? "overridden" : "shadowed")),
            );
            expect(conflicts.filter(({ winner }) => winner === rule.id)).toHaveLength(rule.override ? 0 : losers.length);
          }
        }),
      ),
      runs,
    );
  });

  it("**Feature: agent-rules, Property 14: Conflict Detection Accuracy** over files", async () => {
    await fc.assert(
      fc.asyncProperty(someRules, (inputs) =>
        withFiles(async (store, rulebook) => {
          const saved = await saveAll(store, inputs);
          const { conflicts } = await rulebook.resolve();
          const found = new Set(conflicts.flatMap(({ names: [name] }) => name ?? []));
          for (const name of new Set(saved.map((rule) => rule.name))) {
            const namesakes = saved.filter((rule) => rule.name === name);
            const first = await rulebook.get(name);
            expect(found.has(name)).toBe(namesakes.length > 1 && !first.override);
          }
          expect(findConflicts(await rulebook.list()).map(({ detail }) => detail)).toEqual(conflicts.map(({ detail }) => detail));
        }),
      ),
      runs,
    );
  });
});
