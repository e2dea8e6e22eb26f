import { describe, expect, it } from "vitest";
import { estimatedTokens } from "../ports/token-counter.ts";
import { buildRule } from "../../test/rules.ts";
import { cutAsRead } from "./cut-as-read.ts";
import type { ToolLimit } from "./tool-limits.ts";

const total: ToolLimit = { tool: "codex", max: 8, unit: "bytes", appliesTo: "allRules", description: "Codex ignores the rest." };
const each: ToolLimit = { ...total, max: 4, unit: "characters", appliesTo: "eachRule" };

/** Returns the texts that a tool reads. */
function readTexts(contents: readonly string[], limits: readonly ToolLimit[]): readonly string[] {
  const matches = contents.map((content) => ({
    rule: buildRule({ content }),
    reason: { kind: "always" as const },
    matchedFiles: [],
    content,
  }));
  return cutAsRead(matches, limits, estimatedTokens).applied.map(({ content }) => content);
}

describe("the files that a tool reads", () => {
  it.each<[string, limits: readonly ToolLimit[], texts: readonly string[], read: readonly string[]]>([
    ["are cut at its limit for all files", [{ ...total, effect: "truncated" }], ["abc", "ééé", "f"], ["abc", "éé"]],
    ["are ignored beyond its limit for all files", [{ ...total, effect: "ignored" }], ["abc", "abcdef", "f"], ["abc", "f"]],
    ["are cut at its limit for each file", [{ ...each, effect: "truncated" }], ["abcde", "abcd"], ["abcd", "abcd"]],
    ["are whole if a limit is advisory", [total, { ...each, effect: "advisory" }], ["abcdefghi"], ["abcdefghi"]],
  ])("%s", (_, limits, texts, read) => expect(readTexts(texts, limits)).toEqual(read));
});
