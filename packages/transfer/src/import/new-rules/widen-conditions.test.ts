import { createRule, type Rule } from "@precept/core";
import { expect, it } from "vitest";
import { widenConditions } from "./widen-conditions.ts";

const buildRule = (fields: Partial<Omit<Rule, "origin">>, base?: string): Rule =>
  createRule({
    id: "project:a",
    name: "a",
    content: "Text.",
    inclusion: "always",
    ...fields,
    origin: { store: "fs", ...(base !== undefined && { base }) },
  });

const widen = (first: Rule, ...others: Rule[]): unknown => {
  const { inclusion, globs, contexts, targets, origin } = widenConditions([first, ...others]);
  return { inclusion, globs, contexts, targets, base: origin.base };
};

const matching = (globs: readonly string[], base?: string): Rule =>
  buildRule({ inclusion: "fileMatch", globs: [...globs] }, base);

it.each([
  [["manual", "agentRequested"], "agentRequested"],
  [["agentRequested", "relevant", "manual"], "relevant"],
  [["manual", "always", "relevant"], "always"],
] as const)("of %j, the inclusion is %s", (inclusions, expected) => {
  const [first = "manual", ...others] = inclusions;
  const rules = others.map((inclusion) => buildRule({ inclusion }));
  expect(widen(buildRule({ inclusion: first }), ...rules)).toMatchObject({ inclusion: expected });
});

it("joins patterns, and excludes only what all rules exclude", () => {
  expect(widen(matching(["a/**", "!x", "!y"]), matching(["b/**", "a/**", "!y"]))).toMatchObject({
    globs: ["a/**", "b/**", "!y"],
  });
});

it("an empty list of contexts or targets stands for all", () => {
  const limited = buildRule({ contexts: ["code"], targets: ["claude"] });
  expect(widen(limited, buildRule({ contexts: ["ask"], targets: [] }))).toMatchObject({ contexts: ["code", "ask"], targets: [] });
});

it.each([
  ["the same directory", [buildRule({}, "web"), buildRule({}, "web")], { inclusion: "always", base: "web" }],
  ["a directory in another", [buildRule({}, "web/app"), buildRule({}, "web")], { inclusion: "always", base: "web" }],
  [
    "patterns in directories in one another",
    [matching(["*.ts"], "web/app"), matching(["*.js"], "web")],
    { inclusion: "fileMatch", globs: ["app/**/*.ts", "*.js"], base: "web" },
  ],
  [
    "directories apart",
    [buildRule({}, "web"), buildRule({}, "api")],
    { inclusion: "fileMatch", globs: ["web/**", "api/**"], base: undefined },
  ],
  ["a directory and the project", [buildRule({}, "web"), buildRule({})], { inclusion: "always", base: undefined }],
])("%s", (_, rules, expected) => {
  expect(widen(...(rules as [Rule, Rule]))).toMatchObject(expected);
});
