import { describe, expect, it } from "vitest";
import { readClauses } from "./clauses.ts";

const textsOf = (prompt: string): readonly string[] => Array.from(readClauses(prompt), ({ text }) => text);

describe("the clauses of a prompt", () => {
  it.each<[prompt: string, clauses: readonly string[]]>([
    ["", []],
    [" \n ", []],
    ["Fix the cart.", ["Fix the cart."]],
    ["Good morning! Quick one: fix the cart", ["Good morning!", "Quick one:", "fix the cart"]],
    ["Fix the cart\nof the shop.\n\nThen rest.", ["Fix the cart of the shop.", "Then rest."]],
    ["Fix the cart, but keep it", ["Fix the cart, but keep it", "Fix the cart", "but keep it"]],
    ["修复购物车。不要改测试。", ["修复购物车。", "不要改测试。"]],
    ["1. Fix the cart\n2. Rest\n- Sleep", ["1.", "Fix the cart", "2.", "Rest", "- Sleep"]],
    ["v1.2 of file.name.ts", ["v1.2 of file.name.ts"]],
  ])("%j: %j", (prompt, clauses) => {
    expect(textsOf(prompt)).toEqual(clauses);
  });

  it.each([
    "```\nfix the cart\n```",
    "~~~ts\nfix the cart\n~~~",
    "> fix the cart",
    "    at fixCart (src/cart.ts:10:3)",
    '  File "cart.py", line 3, in fix',
    "2026-11-02T10:00:00Z fix the cart",
    "--- a/src/cart.ts",
  ])("count half in code, output and quotations: %j", (prompt) => {
    expect(Array.from(readClauses(prompt), ({ weight }) => weight)).not.toContain(1);
    expect(textsOf(prompt).join(" ")).toContain("cart");
  });

  it("are all read, also of prompts with very many sentences", () => {
    const clauses = textsOf("Fix it. ".repeat(1000) + "Cart at the end.");
    expect(clauses.length).toBeLessThan(500);
    expect(clauses.at(-1)).toContain("Cart at the end.");
  });
});
