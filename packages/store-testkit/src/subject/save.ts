import { createRule, type Rule, type RuleInput, type StoredRule } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type Subject } from "../check.ts";
import { comparableFields } from "../same-content.ts";

export function buildRule(input: Partial<RuleInput> = {}): Rule {
  const { name = "style", scope = "project" } = input;
  return createRule({ id: `${scope}:${name}`, name, description: `About ${name}.`, content: `Text of ${name}.\n`, ...input });
}

/** Builds a rule to be saved. Skips the check if the store does not accept it. */
export function newRule(subject: Subject, input: Partial<RuleInput>): Rule {
  const rule = buildRule(input);
  assertAccepted(subject, rule);
  return rule;
}

/** Saves a new rule. Skips the check if the store does not accept the rule. */
export async function saveRule(subject: Subject, input: Partial<RuleInput> = {}): Promise<StoredRule> {
  return subject.store.save(newRule(subject, input));
}

/** Saves a new rule and deletes it. Skips the check if the store does not accept the rule. */
export async function saveAndDelete(subject: Subject, input: Partial<RuleInput>): Promise<StoredRule> {
  const stored = await saveRule(subject, input);
  await subject.store.delete(stored.rule.id);
  return stored;
}

/** Saves the rules that the store accepts. Returns them by name. */
export async function saveRules(
  subject: Subject,
  inputs: readonly (Partial<RuleInput> & { readonly name: string })[],
): Promise<ReadonlyMap<string, StoredRule>> {
  const saved = new Map<string, StoredRule>();
  for (const input of inputs) {
    const rule = buildRule(input);
    if (subject.accepts(rule)) saved.set(input.name, await subject.store.save(rule));
  }
  if (saved.size === 0) throw new NotApplicable("The store accepts none of the rules of this check.");
  return saved;
}

export async function change(subject: Subject, stored: StoredRule, input: Partial<Rule>): Promise<StoredRule> {
  const rule = { ...stored.rule, ...input };
  assertAccepted(subject, rule);
  return subject.store.save(rule, { revision: stored.revision });
}

function assertAccepted(subject: Subject, rule: Rule): void {
  if (!subject.accepts(rule)) throw new NotApplicable(`The store does not accept the rule of this check ("${rule.name}").`);
}

export function expectSame(subject: Subject, saved: Rule, returned: Rule | undefined): void {
  if (returned === undefined) expect.fail(`The rule "${saved.name}" is missing.`);
  if (subject.sameRule(saved, returned)) return;
  expect(comparableFields(returned)).toEqual(comparableFields(saved));
  expect.fail(`The rule "${saved.name}" differs by the suite's sameRule: ${JSON.stringify({ saved, returned })}`);
}
