import { describe, expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import type { RuleInput } from "../model/rule.ts";
import { resolve } from "../resolve/resolve.ts";
import { buildRule, namesOf } from "../../test/rules.ts";

/** Shrinks the budget rule by rule. Returns the names in the order in which they are dropped. */
function dropOrder(rules: readonly Partial<RuleInput>[], request = { files: ["src/api/orders.ts"] }): string[] {
  const index = new RuleIndex(rules.map((rule) => buildRule(rule)));
  const gone: string[] = [];
  for (let room = rules.length - 1; room >= 0; room -= 1) {
    const { dropped } = resolve(index, request, { budget: { rules: room } });
    gone.push(...namesOf(dropped).filter((name) => !gone.includes(name)));
  }
  return gone;
}

describe("of rules with the same scope and priority, the budget drops first", () => {
  it("the rule that is least specific to the request's files, regardless of its name", () => {
    const rules = [
      { name: "a-always" },
      { name: "b-glob", inclusion: "fileMatch", globs: ["*.ts"] },
      { name: "c-directory", inclusion: "fileMatch", globs: ["src/**"] },
      { name: "d-deeper-directory", inclusion: "fileMatch", globs: ["src/api/"] },
      { name: "e-file", inclusion: "fileMatch", globs: ["docs/**", "/src/api/orders.ts"] },
      { name: "f-requested", inclusion: "manual" },
    ] as const;
    expect(dropOrder(rules, { files: ["src/api/orders.ts"], include: ["f-requested"] } as never)).toEqual(
      rules.map(({ name }) => name),
    );
  });

  it("the least specific rule, including the directory of its file", () => {
    const origin = { store: "fs", base: "src" };
    expect(
      dropOrder([
        { name: "a-glob", inclusion: "fileMatch", globs: ["**/*.ts"] },
        { name: "b-always-inside", origin },
        { name: "c-deeper", inclusion: "fileMatch", globs: ["api/*.ts"], origin },
      ]),
    ).toEqual(["a-glob", "b-always-inside", "c-deeper"]);
  });

  it("the longest; if equally long, the last in the prompt", () => {
    expect(
      dropOrder([
        { name: "a", content: "long text" },
        { name: "z", content: "short" },
        { name: "y", content: "short" },
      ]),
    ).toEqual(["a", "z", "y"]);
  });
});

it("ranks scope and priority before specificity and size", () => {
  expect(
    dropOrder([
      { name: "file", inclusion: "fileMatch", globs: ["src/api/orders.ts"], content: "x", priority: 10 },
      { name: "always", content: "a long text", priority: 20 },
      { name: "session", content: "a long text", priority: 1, scope: "session" },
      { name: "global", content: "x", priority: 100, scope: "global" },
    ]),
  ).toEqual(["global", "file", "always", "session"]);
});

it("does not change the order of the prompt", () => {
  const rules = [
    buildRule({ name: "a", content: "12345" }),
    buildRule({ name: "b", content: "1", inclusion: "fileMatch", globs: ["src/a.ts"] }),
    buildRule({ name: "c", content: "123" }),
  ];
  const { applied } = resolve(new RuleIndex(rules), { files: ["src/a.ts"] }, { budget: { characters: 9 } });
  expect(namesOf(applied)).toEqual(["a", "b", "c"]);
});
