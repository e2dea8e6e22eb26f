import type { WireRule } from "@precept/contract";
import { scopeRank, scopes } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { createRule } from "./create-rule.ts";
import { PreceptError } from "./error.ts";
import type { RuleInput } from "./rule.ts";
import { fromWireRule } from "../wire/read-rule.ts";
import { toWireDiagnostic } from "../wire/wire-resolution.ts";
import { toWireRule } from "../wire/wire-rule.ts";

function createInvalid() {
  return createRule({ id: "", priority: 0 } as RuleInput);
}

describe("createRule", () => {
  it("requires an id and a name, and fills in the rest", () => {
    expect(createRule({ id: "project:style", name: "style" })).toStrictEqual({
      id: "project:style",
      name: "style",
      description: "",
      content: "",
      scope: "project",
      inclusion: "always",
      globs: [],
      priority: 50,
      override: false,
      enabled: true,
      pending: false,
      authority: "default",
      contexts: [],
      targets: [],
      tags: [],
      checks: [],
      version: 1,
      replaces: [],
      origin: { store: "memory" },
      createdAt: "",
      updatedAt: "",
      metadata: {},
    });
  });

  it.each([
    ["id", { id: "" }],
    ["name", { name: "" }],
    ["scope", { scope: "team" }],
    ["inclusion", { inclusion: "auto" }],
    ["priority", { priority: 0 }],
    ["priority", { priority: 101 }],
    ["priority", { priority: 1.5 }],
    ["authority", { authority: "total" }],
    ["globs", { globs: "*.ts" }],
    ["version", { version: 0 }],
    ["metadata.at", { metadata: { at: new Date(0) } }],
    ["conditions.tier", { conditions: { tier: undefined } }],
  ])("rejects an invalid %s and names it: %j", (field, wrong) => {
    expect(() => createRule({ id: "a", name: "a", ...wrong } as RuleInput)).toThrow(
      expect.objectContaining({ code: "RULE_INVALID", message: expect.stringContaining(` ${field}: `) as string }),
    );
  });

  it("names all invalid fields in one error", () => {
    expect(createInvalid).toThrow(/The rule "\?" is not valid: id: .*; name: .*; priority: .*\./);
    expect(createInvalid).toThrow(PreceptError);
  });
});

it("ranks the scopes global, user, project, session", () => {
  expect(scopes.map(scopeRank)).toEqual([0, 1, 2, 3]);
  expect(scopes).toEqual(["global", "user", "project", "session"]);
});

describe("a rule on the wire", () => {
  const rule = createRule({
    id: "project:api.md",
    name: "api",
    inclusion: "fileMatch",
    globs: ["src/**/*.{ts,tsx}", "!**/gen/**"],
    targets: ["claude"],
    projectId: "shop",
    conditions: { tier: { in: ["gold"] } },
    origin: { store: "fs", root: ".precept/rules", path: ".precept/rules/api.md", overlay: true, rootOrder: 2 },
    metadata: { owner: { team: "web" } },
  });

  it("has snake_case names, including the older ones, and null for absent fields", () => {
    expect(toWireRule(rule)).toStrictEqual({
      id: "project:api.md",
      name: "api",
      description: "",
      content: "",
      scope: "project",
      inclusion: "fileMatch",
      globs: ["src/**/*.{ts,tsx}", "!**/gen/**"],
      file_match_pattern: "src/**/*.{ts,tsx},!**/gen/**",
      priority: 50,
      override: false,
      enabled: true,
      pending: false,
      status: "active",
      authority: "default",
      category: null,
      contexts: [],
      tool_targets: ["claude"],
      project_id: "shop",
      user_id: null,
      tags: [],
      checks: [],
      remind: null,
      conditions: { tier: { in: ["gold"] } },
      source: null,
      valid_from: null,
      expires_at: null,
      version: 1,
      replaces: [],
      store: "fs",
      dialect: null,
      root: ".precept/rules",
      base: null,
      source_path: ".precept/rules/api.md",
      root_order: 2,
      overlay: true,
      label: false,
      imports: false,
      session: null,
      sha256: null,
      created_at: "",
      updated_at: "",
      metadata: { owner: { team: "web" } },
    });
    expect(toWireRule(createRule({ id: "a", name: "a" })).file_match_pattern).toBeNull();
  });

  it("is validated when it is read from the wire", () => {
    const wire = { ...toWireRule(rule), scope: "team", priority: 500 } as unknown as WireRule;
    expect(() => fromWireRule(wire)).toThrow(/The rule "api" is not valid: scope: .*; priority: /);
  });

  it("keeps nulls in metadata and conditions", () => {
    const nulls = createRule({ id: "a", name: "a", metadata: { reviewer: null }, conditions: { tier: null } });
    expect(fromWireRule(toWireRule(nulls))).toStrictEqual(nulls);
  });
});

it("converts a diagnostic to its wire form with null for absent fields", () => {
  expect(toWireDiagnostic({ code: "a/b", severity: "info", message: "So." })).toStrictEqual({
    code: "a/b",
    severity: "info",
    message: "So.",
    hint: null,
    file: null,
    line: null,
    column: null,
    end_line: null,
    end_column: null,
    fix: null,
    incomplete: false,
  });
});
