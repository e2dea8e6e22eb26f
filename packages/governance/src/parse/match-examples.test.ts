import { matchExamples } from "@precept/contract/policy";
import { contextKeys } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { parsePolicies } from "./parse-policies.ts";

const rows = Object.entries(matchExamples);
const accepted = [
  ...rows.flatMap(([key, examples]) => examples.accepted.map((match) => [key, match] as const)),
  ...Object.entries(contextKeys).map(
    ([key, { example }]) => [`context_filter.${key}`, `keywords: [a], context_filter: { ${example} }`] as const,
  ),
];
const refused = rows.flatMap(([key, examples]) => examples.refused.map((match) => [key, match] as const));

function parse(match: string) {
  return parsePolicies(`id: A-1\nseverity: LOW\nmessage: m\nmatch: { ${match} }\n`, "a.yaml");
}

describe("the examples of the keys of match", () => {
  it.each(accepted)("%s is accepted: %s", (_key, match) => {
    const { policies, diagnostics } = parse(match);
    expect(diagnostics).toEqual([]);
    expect(policies).toHaveLength(1);
  });

  it.each(refused)("%s is refused, with the place and a remedy: %s", (_key, match) => {
    const [first] = parse(match).diagnostics;
    expect(first).toMatchObject({ file: "a.yaml", line: 4, column: expect.any(Number) as number });
    expect(first?.hint ?? first?.message).toBeTruthy();
  });
});
