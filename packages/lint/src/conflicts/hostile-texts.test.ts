import { describe, expect, it } from "vitest";
import { buildRule } from "../../../core/test/rules.ts";
import { checkText } from "../text/check-text.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findDuplicates } from "./find-duplicates.ts";

// Each of these texts takes quadratic time with a careless pattern, longer than the test timeout.
const parts: readonly string[] = [
  "a",
  "\u0430",
  " ",
  "\n",
  "\u200b",
  "\ufe0f",
  "`",
  "`a` \u0430b ",
  "```\na\n```\n\u0430b\n",
  "<!--",
  "[//]: # (",
  "eyJ-",
  "a+",
  "api_key=",
  "://a:",
  "xoxb-1-",
  "-----BEGIN PRIVATE KEY-----",
  "ignore ",
  "always use ",
  "# ",
  "- ",
  "> ",
  "*_",
  ": ",
  ", and use ",
  "Never use a.\nUse a.\n",
  "(",
];

describe("hostile texts", () => {
  it.each(parts)("are checked in linear time: %j, repeated", (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const rules = [buildRule({ name: "a", content: text }), buildRule({ name: "b", content: `${text}b` })];
    expect(checkText(text, "a.md").length).toBeLessThan(1000);
    expect(findContradictions(rules).length).toBeLessThan(1000);
    expect(findDuplicates(rules).length).toBeLessThan(2);
  });
});
