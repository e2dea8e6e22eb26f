import { expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import { resolve } from "../resolve/resolve.ts";
import { buildFileRule, buildRule } from "../../test/rules.ts";
import { toWireResolution } from "./wire-resolution.ts";

it("converts a resolution with reasons to snake_case, with null for absent fields", () => {
  const rules = [
    buildFileRule(".precept/rules/cart.md", {
      inclusion: "fileMatch",
      globs: ["src/**"],
      content: "12345",
      priority: 60,
      conditions: { tier: "gold" },
    }),
    buildRule({ name: "late", content: "1234567" }),
    buildRule({ name: "secret", inclusion: "manual" }),
    buildRule({ name: "cart", scope: "user" }),
  ];
  const resolution = resolve(
    new RuleIndex(rules),
    {
      id: "7",
      timestamp: "2026-01-02T03:04:05.000Z",
      files: ["src/a.ts"],
      include: ["nobody"],
      variables: { tier: "gold", unread: 1 },
    },
    { budget: { characters: 8 }, format: "mdc" },
  );
  const diagnostic = { code: "rule/empty", severity: "warning", message: "The rule has no text.", file: "a.md" } as const;
  expect(toWireResolution(resolution, [diagnostic])).toStrictEqual({
    request_id: "7",
    requestable: { listed: [], left_out: [], characters: 0, tokens: 0 },
    stores: [],
    timestamp: "2026-01-02T03:04:05.000Z",
    applied: [
      {
        id: "project:.precept/rules/cart.md",
        name: "cart",
        scope: "project",
        inclusion: "fileMatch",
        source_path: ".precept/rules/cart.md",
        priority: 60,
        reason: "file pattern matched: src/** (src/a.ts)",
        matched_files: ["src/a.ts"],
        context_vars: { tier: "gold" },
        characters: 5,
        tokens: 2,
        cut: false,
      },
    ],
    skipped: [
      {
        id: "user:cart",
        name: "cart",
        scope: "user",
        inclusion: "always",
        source_path: null,
        reason: "shadowed by the rule of the same name at project scope",
      },
      {
        id: "project:secret",
        name: "secret",
        scope: "project",
        inclusion: "manual",
        source_path: null,
        reason: "manual, and not requested by name",
      },
    ],
    conflicts: [
      {
        kind: "shadowed",
        names: ["cart", "cart"],
        ids: ["project:.precept/rules/cart.md", "user:cart"],
        winner: "project:.precept/rules/cart.md",
        detail:
          '"cart" is declared at project and at user scope; the project rule applies. Add `override: true` to it if this is intended.',
      },
    ],
    dropped: [
      {
        id: "project:late",
        name: "late",
        scope: "project",
        inclusion: "always",
        source_path: null,
        limit: "characters",
        reason: "over the limit of characters",
        characters: 7,
        tokens: 2,
      },
    ],
    diagnostics: [
      {
        code: "rule/empty",
        severity: "warning",
        message: "The rule has no text.",
        hint: null,
        file: "a.md",
        line: null,
        column: null,
        end_line: null,
        end_column: null,
        fix: null,
        incomplete: false,
      },
      {
        code: "budget/rule-dropped",
        severity: "warning",
        message:
          'The rule "late" (7 characters, ~2 tokens) was dropped: the rules before it leave no room in the budget of 8 characters.',
        hint: "Raise `budget.characters`, shorten the rules, let fewer of them apply, or give this one a higher priority.",
        file: null,
        line: null,
        column: null,
        end_line: null,
        end_column: null,
        fix: null,
        incomplete: true,
      },
    ],
    request: { files: ["src/a.ts"], requested: ["nobody"], unknown: ["nobody"] },
    prompt: "--- rule: cart\napplies: file pattern matched: src/** (src/a.ts)\n---\n12345\n",
    totals: { evaluated: 4, matched: 3, applied: 1, characters: 5, tokens: 2, prompt_tokens: expect.any(Number) as number },
    budget: {
      token_counter: "estimate:4-characters",
      tokens_estimated: true,
      limits: [
        { limit: "characters", applies_to: "all_rules", max: 8, source: "options" },
        { limit: "dialect_rules", applies_to: "all_rules", max: 64, source: "default" },
      ],
    },
  });
});
