import { describe, expect, it } from "vitest";
import { applyRules, findMissed } from "./applied.ts";
import { askedQuestions } from "./asked-questions.ts";
import { ordinaryPrompts } from "./ordinary-prompts.ts";
import { laterQuestions, relevanceQuestions } from "./questions.ts";
import type { Wrapping } from "./wrappings.ts";

const answered = [...relevanceQuestions.filter(({ answers }) => answers.length > 0), ...askedQuestions];
const unanswered = [
  ...[...relevanceQuestions, ...laterQuestions].filter(({ answers }) => answers.length === 0).map(({ text }) => text),
  ...ordinaryPrompts,
];

/** The half by which no parameter was chosen: every second entry. */
function heldOut<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((_, index) => index % 2 === 1);
}

describe("a relevant rule", () => {
  const goals: readonly (readonly [Wrapping, string, number])[] = [
    ["bare", "alone", 0.7],
    ["polite", "in a polite sentence", 0.7],
    ["task", "in the description of a task", 0.65],
  ];
  it.each(goals)("applies if the question is %s: %s", async (wrapping, _where, share) => {
    const questions = heldOut(answered);
    const missed = await findMissed(questions, wrapping);
    console.log(`${wrapping.padEnd(7)} ${questions.length - missed.length} of ${questions.length} questions`);
    expect(1 - missed.length / questions.length).toBeGreaterThanOrEqual(share);
  });

  it("hardly ever applies if no rule answers the prompt", async () => {
    const prompts = heldOut(unanswered);
    const wrong = (await applyRules(prompts)).filter(({ applied }) => applied.length > 0);
    console.log(`${wrong.length} of ${prompts.length} prompts without an answer`);
    expect(wrong.length / prompts.length).toBeLessThanOrEqual(1 / 20);
  });
});
