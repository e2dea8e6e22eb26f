import { createMemoryStore, createRule, createRulebook } from "@precept/core";
import type { Question } from "./questions.ts";
import { relevanceRules } from "./rules.ts";
import { wrapQuestion, type Wrapping } from "./wrappings.ts";

/** The rules of the set, to be applied where they are relevant. */
const rules = relevanceRules.map(({ id, name, description, content, tags, globs }) =>
  createRule({ id, name, description, content, tags, globs, inclusion: "relevant" }),
);

export interface AppliedRules {
  readonly prompt: string;
  readonly applied: readonly string[];
}

/** Resolves each prompt, and returns the names of the rules that apply. */
export async function applyRules(prompts: readonly string[]): Promise<readonly AppliedRules[]> {
  await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
  const resolved: AppliedRules[] = [];
  for (const prompt of prompts) {
    const { applied } = await rulebook.resolve({ prompt });
    resolved.push({ prompt, applied: applied.map(({ rule: { name } }) => name) });
  }
  return resolved;
}

/** The questions whose best answer does not apply when they are wrapped like this. */
export async function findMissed(questions: readonly Question[], wrapping: Wrapping): Promise<readonly AppliedRules[]> {
  const resolved = await applyRules(questions.map(({ text }, index) => wrapQuestion(text, wrapping, index)));
  return resolved.filter(({ applied }, index) => !applied.includes(questions[index]?.answers[0] ?? ""));
}
