import { createRule, type Rule, type RuleInput, type StoredRule } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type Subject } from "../check.ts";
import { contentOf } from "../same-content.ts";

/** A rule of which a check names only what it is about. */
export function aRule(input: Partial<RuleInput> = {}): Rule {
  const { name = "style", scope = "project" } = input;
  return createRule({ id: `${scope}:${name}`, name, description: `About ${name}.`, content: `Text of ${name}.\n`, ...input });
}

/** Puts a new rule into the store. Ends the check where the store says that it can't keep it. */
export async function keep(subject: Subject, input: Partial<RuleInput> = {}): Promise<StoredRule> {
  const rule = aRule(input);
  demand(subject, rule);
  return subject.store.save(rule);
}

/** Puts those rules into the store that it can keep, each under its name. */
export async function keepAll(
  subject: Subject,
  inputs: readonly (Partial<RuleInput> & { readonly name: string })[],
): Promise<ReadonlyMap<string, StoredRule>> {
  const kept = new Map<string, StoredRule>();
  for (const input of inputs) {
    const rule = aRule(input);
    if (subject.accepts(rule)) kept.set(input.name, await subject.store.save(rule));
  }
  if (kept.size === 0) throw new NotApplicable("The store can keep none of the rules that this is about.");
  return kept;
}

/** Saves a change to the revision that is given. */
export async function change(subject: Subject, stored: StoredRule, input: Partial<Rule>): Promise<StoredRule> {
  const rule = { ...stored.rule, ...input };
  demand(subject, rule);
  return subject.store.save(rule, { revision: stored.revision });
}

function demand(subject: Subject, rule: Rule): void {
  if (!subject.accepts(rule)) throw new NotApplicable(`The store can't keep the rule that this is about ("${rule.name}").`);
}

/** Fails, and shows the difference, where a rule did not come back as it was saved. */
export function expectSame(subject: Subject, saved: Rule, kept: Rule | undefined): void {
  if (kept === undefined) expect.fail(`The rule "${saved.name}" is not there.`);
  if (subject.sameRule(saved, kept)) return;
  expect(contentOf(kept)).toEqual(contentOf(saved));
  expect.fail(`The rule "${saved.name}" differs, says the suite's sameRule: ${JSON.stringify({ saved, kept })}`);
}
