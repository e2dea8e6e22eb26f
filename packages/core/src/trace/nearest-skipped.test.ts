import { expect, it } from "vitest";
import { createRule } from "../model/create-rule.ts";
import { RuleIndex } from "../match/rule-index.ts";
import { resolve } from "../resolve/resolve.ts";
import { nearestSkipped } from "./nearest-skipped.ts";

function ruleFor(name: string, fields: object) {
  return createRule({ id: name, name, description: "D.", content: `Text of ${name}.`, ...fields });
}

it("lists rules that lost to another one first, then those whose patterns share directories with a file, and counts all", () => {
  const rules = [
    ruleFor("off", { enabled: false }),
    ruleFor("docs", { globs: ["docs/**"], inclusion: "fileMatch" }),
    ruleFor("cart-styles", { globs: ["src/cart/*.css"], inclusion: "fileMatch" }),
    ruleFor("api", { globs: ["src/api/*.ts"], inclusion: "fileMatch" }),
    ruleFor("lost", { name: "style", scope: "global" }),
    ruleFor("won", { name: "style", scope: "project" }),
    ruleFor("by-name", { inclusion: "manual" }),
  ];
  const resolution = resolve(new RuleIndex(rules), { files: ["src/cart/cart.ts"] });
  const { rules: nearest, counts } = nearestSkipped(resolution, 5);
  expect(nearest.map(({ rule }) => rule.id)).toEqual(["lost", "api", "cart-styles", "docs", "by-name"]);
  expect(counts[0]).toEqual({ kind: "noFileMatched", count: 3 });
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  expect(nearestSkipped(resolution, 0).rules).toEqual([]);
});
