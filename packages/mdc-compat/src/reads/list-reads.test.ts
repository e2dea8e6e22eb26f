import { describe, expect, it } from "vitest";
import { dialectIds } from "../tools.ts";
import type { DialectId } from "../tools.ts";
import { findReadLimits } from "../lookup/tool-limits.ts";
import { findToolReads, listReads } from "./list-reads.ts";

/** The paths that a tool reads, in its order. */
function read(tool: DialectId, paths: readonly string[]): readonly string[] {
  return listReads(tool, paths)
    .filter(({ status }) => status === "read")
    .map(({ path }) => path);
}

function reason(tool: DialectId, path: string, others: readonly string[] = []): string | undefined {
  return listReads(tool, [path, ...others]).find((one) => one.path === path)?.reason;
}

describe("files that hide others", () => {
  it.each([
    ["claude", ["AGENTS.md"], ["AGENTS.md"]],
    ["claude", ["AGENTS.md", "CLAUDE.md"], ["CLAUDE.md"]],
    ["claude", ["AGENTS.md", "CLAUDE.local.md"], ["CLAUDE.local.md"]],
    ["codex", ["AGENTS.md", "AGENTS.override.md"], ["AGENTS.override.md"]],
    ["codex", ["AGENTS.md", "src/AGENTS.override.md", "src/AGENTS.md"], ["AGENTS.md", "src/AGENTS.override.md"]],
    ["warp", ["AGENTS.md", "WARP.md", "src/AGENTS.md"], ["WARP.md", "src/AGENTS.md"]],
    ["zed", ["AGENTS.md", ".cursorrules", "CLAUDE.md"], [".cursorrules"]],
    ["zed", ["AGENTS.md", ".clinerules/a.md"], ["AGENTS.md"]],
    ["codebuddy", ["AGENTS.md", "CODEBUDDY.md"], ["CODEBUDDY.md"]],
    ["codebuddy", ["AGENTS.md"], ["AGENTS.md"]],
    ["junie", [".junie/guidelines/b.md", ".junie/guidelines/a.md"], [".junie/guidelines/a.md", ".junie/guidelines/b.md"]],
    ["junie", [".junie/guidelines/a.md", "AGENTS.md"], ["AGENTS.md"]],
    ["roo", [".clinerules", "AGENT.md"], [".clinerules", "AGENT.md"]],
    ["roo", [".clinerules", ".roo/rules/a.md", "AGENTS.md", "AGENT.md"], [".roo/rules/a.md", "AGENTS.md"]],
    ["opencode", ["CLAUDE.md", "CONTEXT.md"], ["CLAUDE.md"]],
    ["amp", ["CLAUDE.md", "AGENT.md", "src/CLAUDE.md"], ["AGENT.md", "src/CLAUDE.md"]],
    ["cline", ["src/AGENTS.md"], []],
    ["cline", ["src/AGENTS.md", "AGENTS.md"], ["AGENTS.md", "src/AGENTS.md"]],
  ] as const)("%s reads of %j only %j", (tool, paths, expected) => {
    expect(read(tool, paths)).toEqual(expected);
  });
});

it.each([
  ["claude", "AGENTS.md", ["CLAUDE.md"], "Claude Code reads it only without CLAUDE.md"],
  ["claude", ".cursor/rules/a.mdc", [], "Claude Code does not read such files"],
  ["zed", "src/AGENTS.md", [], "Zed reads it only in the root directory of the project"],
  ["trae", "AGENTS.md", [], 'Trae reads it only with its setting "Include AGENTS.md in context"'],
  ["aider", "CONVENTIONS.md", [], "Aider reads it only if there is .aider.conf.yml"],
  ["codex", "src/AGENTS.md", [], "only if Codex runs in src or below"],
  ["copilot", ".claude/rules/a.md", [], "only in VS Code"],
  ["cursor", "AGENTS.md", [], undefined],
] as const)("says for %s about %s beside %j: %s", (tool, path, others, expected) => {
  expect(reason(tool, path, others)).toBe(expected);
});

it("leaves out files that are no rules for any tool", () => {
  expect(listReads("amazonq", ["README.md", "docs/README.md", "src/a.ts"]).map(({ path }) => path)).toEqual(["README.md"]);
});

it("knows what each tool reads, with a source", () => {
  for (const id of dialectIds) {
    const { groups } = findToolReads(id);
    expect(groups).not.toEqual([]);
    expect(groups.filter(({ source }) => !/^https:|^rule-files\.md$/.test(source))).toEqual([]);
  }
});

it.each([
  ["codex", [{ max: 32_768, appliesTo: "allRules", effect: "truncated", dialects: ["codex"] }]],
  ["copilot", [{ max: 4000 }, { max: 4000 }]],
  ["zed", [{ max: 102_400, unit: "bytes", effect: "ignored" }]],
  ["cursor", []],
] as const)("finds the limits of the files that %s reads", (tool, limits) => {
  expect(findReadLimits(tool)).toMatchObject(limits);
});
