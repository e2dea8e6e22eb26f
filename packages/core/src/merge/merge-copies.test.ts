import { describe, expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import { createRule } from "../model/create-rule.ts";
import type { RuleInput } from "../model/rule.ts";
import type { Resolution } from "../model/resolution.ts";
import { resolve } from "../resolve/resolve.ts";
import { describeSkip } from "../trace/describe-reason.ts";

const text = "Write tests for every change.\n";

/** A rule from the file of a tool. */
function file(path: string, dialect: string, content = text, fields: Partial<RuleInput> = {}): RuleInput {
  const name = path.replace(/\.\w+$/, "");
  return { id: `project:${path}`, name, content, origin: { store: "fs", path, dialect, label: true }, ...fields };
}

function resolved(...rules: readonly RuleInput[]): Resolution {
  return resolve(new RuleIndex(rules.map(createRule)), {});
}

function skips({ skipped }: Resolution): readonly (readonly [string, string])[] {
  return skipped.map(({ rule, reason }) => [rule.name, describeSkip(reason)] as const);
}

describe("one text in the files of several tools", () => {
  it("is sent once, and the other files are skipped with the reason", () => {
    const resolution = resolved(
      file("AGENTS.md", "agents"),
      file("CLAUDE.md", "claude-memory", text.replace("\n", "\r\n")),
      file(".cursor/rules/tests.mdc", "cursor", text.trim()),
    );
    expect(resolution.prompt.split("Write tests")).toHaveLength(2);
    expect(skips(resolution)).toEqual([
      ["AGENTS", "duplicate of .cursor/rules/tests.mdc"],
      ["CLAUDE", "duplicate of .cursor/rules/tests.mdc"],
    ]);
    expect(resolution.matched).toHaveLength(3);
  });

  it("is that of the native rule, if there is one", () => {
    const resolution = resolved(file("AGENTS.md", "agents", text, { priority: 90 }), { id: "n", name: "tests", content: text });
    expect(resolution.applied.map(({ rule }) => rule.id)).toEqual(["n"]);
    expect(skips(resolution)).toEqual([["AGENTS", "duplicate of n"]]);
  });

  it("is that of the rule of absolute authority, if there is one", () => {
    const resolution = resolved(
      { id: "law", name: "law", content: text, authority: "absolute", priority: 1 },
      { id: "n", name: "tests", content: text },
      file("AGENTS.md", "agents"),
    );
    expect(resolution.applied.map(({ rule }) => rule.id)).toEqual(["n", "law"]);
    expect(skips(resolution)).toEqual([["AGENTS", "duplicate of law"]]);
  });
});

it("sends native rules with one text each", () => {
  const resolution = resolved({ id: "a", name: "a", content: text }, { id: "b", name: "b", content: text });
  expect(resolution.applied).toHaveLength(2);
});

it("sends different texts, and empty ones do not count as equal", () => {
  const resolution = resolved(file("AGENTS.md", "agents", ""), file("CLAUDE.md", "claude", ""), file("GEMINI.md", "gemini"));
  expect(resolution.applied).toHaveLength(3);
  expect(resolution.skipped).toEqual([]);
});
