import { createRule, estimatedTokens, resolve, RuleIndex, type PromptFormat, type TokenCounter } from "@precept/core";
import { promptFormats } from "@precept/contract/values";
import { createTokenCounter } from "@precept/token-counters";
import { expect, it } from "vitest";

const topics = [
  "REST routes",
  "GraphQL resolvers",
  "database migrations",
  "React components",
  "form validation",
  "unit tests",
  "end-to-end tests",
  "error handling",
  "structured logging",
  "feature flags",
];
const purposes = [
  "Use it before you add or rename one of them",
  "Conventions that reviewers check first",
  "Known traps, and how the team avoids them",
  "Steps for a release that touches them",
  "Naming, layout of files, and ownership",
  "How to measure and improve their speed",
  "Security checklist with examples",
  "What to do when an older client breaks",
  "Accessibility and translation requirements",
  "How to write the documentation and the changelog",
];
const rules = topics.flatMap((topic, row) =>
  purposes.map((purpose, column) =>
    createRule({
      id: `${row}-${column}`,
      name: `${topic.toLowerCase().replaceAll(" ", "-")}-${column}`,
      description: `${topic}: ${purpose.toLowerCase()}.`,
      content: "Text.",
      inclusion: "agentRequested",
    }),
  ),
);

const counters: readonly [name: string, open: () => Promise<TokenCounter>][] = [
  ["tokenx", () => createTokenCounter({ counter: "tokenx" })],
  ["gpt-5", () => createTokenCounter({ counter: "gpt-tokenizer", model: "gpt-5" })],
  ["claude-opus-4-7", () => createTokenCounter({ counter: "gpt-tokenizer", model: "claude-opus-4-7" })],
  ["four characters", async () => estimatedTokens],
];
const cases = counters.flatMap(([name, open]) => promptFormats.map((format) => [name, format, open] as const));

it.each(cases)(
  "a list of 100 rules takes at most 1.1 times the tokens (%s) of names and descriptions alone, as %s",
  async (_, format: PromptFormat, open) => {
    const tokens = await open();
    const { requestable, prompt } = resolve(new RuleIndex(rules), {}, { format, tokens });
    expect(requestable.listed).toHaveLength(100);
    const alone = rules.map(({ name, description }) => `${name} ${description}`).join("\n");
    expect(requestable.tokens).toBe(tokens.count(prompt));
    expect(requestable.tokens / tokens.count(alone)).toBeLessThanOrEqual(1.1);
  },
);
