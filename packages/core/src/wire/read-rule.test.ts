import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import { anyRule } from "../../test/arbitraries.ts";
import { readWireRule } from "./read-rule.ts";
import { toWireMemoryRule, toWireRule } from "./wire-rule.ts";

/** The reasons of the rejection of a value; empty if it is accepted. */
function problemsOf(value: unknown): readonly string[] {
  try {
    readWireRule(value);
    return [];
  } catch (error) {
    if (!PreceptError.is(error, "RULE_INVALID")) throw error;
    return error.details.reasons;
  }
}

/** A rule that a client wrote for rule files. */
const fileRule = {
  name: "react-components",
  description: "How to build components",
  content: "# Components\n",
  scope: "project",
  inclusion: "fileMatch",
  file_match_pattern: "**/*.tsx",
  priority: 70,
  override: false,
  enabled: true,
  source_path: "/home/ann/shop/.dataagent/rules/react-components.md",
  created_at: "2025-10-04T20:00:00.123456",
  updated_at: "2025-10-05T08:30:00.000001",
  metadata: { owner: "web" },
};

/** The payload of a memory rule, with every field. */
const payload = {
  id: "rule_12345",
  category: "behavior",
  name: "atomic_commits",
  rule: "Make atomic commits with clear messages.",
  authority: "absolute",
  scope: ["git"],
  source: "user",
  conditions: { branch: { not: "main" } },
  replaces: ["rule_11111"],
  created_at: "2025-10-04T20:00:00Z",
  updated_at: "2025-10-04T21:00:00Z",
  metadata: {
    version_history: [
      { version: 1, rule_id: "rule_11111", created_at: "2025-01-01T00:00:00Z", reason: "Initial version" },
      { version: 2, rule_id: "rule_12345", created_at: "2025-10-04T20:00:00Z", reason: "New workflow" },
    ],
  },
  version: 2,
  project_id: "shop",
  tool_targets: ["claude", "codex"],
  priority: 80,
  token_cost: 12,
  usage_count: 7,
  last_used: "2025-11-01T00:00:00Z",
  tags: ["workflow:commit", "tool:git", "priority:critical"],
};

describe("a memory rule", () => {
  const expected = {
    id: "rule_12345",
    category: "behavior",
    name: "atomic_commits",
    content: "Make atomic commits with clear messages.",
    authority: "absolute",
    contexts: ["git"],
    source: "user",
    conditions: { branch: { not: "main" } },
    replaces: ["rule_11111"],
    createdAt: "2025-10-04T20:00:00Z",
    updatedAt: "2025-10-04T21:00:00Z",
    metadata: payload.metadata,
    version: 2,
    scope: "project",
    projectId: "shop",
    targets: ["claude", "codex"],
    priority: 80,
    inclusion: "always",
    tags: ["workflow:commit", "tool:git", "priority:critical"],
  };

  it("is read with every field, and what is not part of a rule is returned apart", () => {
    const { rule, usage, tokenCost, notes } = readWireRule(payload);
    expect(rule).toMatchObject(expected);
    expect(usage).toEqual({ count: 7, lastUsedAt: "2025-11-01T00:00:00Z" });
    expect(tokenCost).toBe(12);
    expect(notes.map(({ field, kind }) => `${kind} ${field}`)).toEqual([
      "assumed rule_scope",
      "assumed inclusion",
      "dropped token_cost",
    ]);
  });

  it("is read from a message, with JSON texts, empty texts for missing fields, and a score", () => {
    const message = {
      ...payload,
      conditions: JSON.stringify(payload.conditions),
      metadata: JSON.stringify(payload.metadata),
      last_used: "",
      usage_count: 0,
      relevance_score: 0.83,
    };
    const { rule, usage, relevanceScore } = readWireRule(message);
    expect(rule).toMatchObject(expected);
    expect(usage).toBeUndefined();
    expect(relevanceScore).toBe(0.83);
    const bare = {
      id: "r",
      category: "",
      name: "r",
      rule: "R",
      authority: "default",
      scope: [],
      source: "",
      conditions: "",
      metadata: "",
    };
    expect(readWireRule({ ...bare, created_at: "", updated_at: "", last_used: "" }).rule).toEqual(
      createRule({ id: "r", name: "r", content: "R", scope: "global", inclusion: "relevant" }),
    );
  });

  it.each<[string, object, Partial<Rule>]>([
    ["belongs to a project if it names one", { project_id: "shop", user_id: "ann" }, { scope: "project" }],
    ["belongs to a user if it names one", { user_id: "ann" }, { scope: "user" }],
    ["is global if it names neither", {}, { scope: "global" }],
    ["of default authority applies if it is relevant", {}, { inclusion: "relevant" }],
    ["of absolute authority always applies", { authority: "absolute" }, { inclusion: "always" }],
    ["with globs applies by file", { globs: ["*.ts"] }, { inclusion: "fileMatch" }],
    ["says its scope and inclusion itself", { rule_scope: "user", inclusion: "manual" }, { scope: "user", inclusion: "manual" }],
  ])("%s", (_, fields, read) => {
    expect(readWireRule({ id: "r", name: "r", rule: "R", scope: [], ...fields }).rule).toMatchObject(read);
  });

  it("with an empty project or user is refused, because it would apply to all", () => {
    const bare = { id: "r", name: "r", rule: "R", scope: [] };
    expect(problemsOf({ ...bare, project_id: "" })).toEqual(["project_id: is empty; omit it if the rule applies to all"]);
    expect(problemsOf({ ...bare, user_id: "" })).toEqual(["user_id: is empty; omit it if the rule applies to all"]);
  });
});

describe("a rule for rule files", () => {
  it("is read with every field", () => {
    const { rule, notes } = readWireRule(fileRule);
    expect(rule).toEqual(
      createRule({
        id: "project:react-components",
        name: "react-components",
        description: "How to build components",
        content: "# Components\n",
        inclusion: "fileMatch",
        globs: ["**/*.tsx"],
        priority: 70,
        origin: { store: "memory", path: fileRule.source_path },
        createdAt: fileRule.created_at,
        updatedAt: fileRule.updated_at,
        metadata: { owner: "web" },
      }),
    );
    expect(notes).toEqual([{ field: "id", kind: "assumed", message: 'id is missing; "project:react-components" was assumed.' }]);
  });

  it("may have null for missing fields", () => {
    const { rule } = readWireRule({ ...fileRule, inclusion: "always", file_match_pattern: null, source_path: null });
    expect(rule).toMatchObject({ inclusion: "always", globs: [], origin: { store: "memory" } });
  });
});

describe("a priority", () => {
  const bare = { id: "r", name: "r", rule: "R", scope: [], inclusion: "always", rule_scope: "global" };

  it("of 0 is mapped to 1, which is noted", () => {
    const { rule, notes } = readWireRule({ ...bare, priority: 0 });
    expect(rule.priority).toBe(1);
    expect(notes).toEqual([{ field: "priority", kind: "mapped", message: "priority 0 was mapped to 1." }]);
  });

  it("from 1 to 100 stays, and a missing one is 50", () => {
    for (const priority of [1, 50, 100])
      expect(readWireRule({ ...bare, priority })).toMatchObject({ rule: { priority }, notes: [] });
    expect(readWireRule(bare).rule.priority).toBe(50);
  });

  it.each([-1, 101, 1.5, Number.NaN, Infinity, "50", [], {}, true])("of %j is invalid", (priority) => {
    expect(problemsOf({ ...bare, priority })).toEqual([
      expect.stringMatching(/^priority: must be a whole number from 0 to 100, not /),
    ]);
  });
});

it("any rule survives its wire format without notes", () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      expect(readWireRule(JSON.parse(JSON.stringify(toWireRule(rule))))).toEqual({ rule, notes: [] });
    }),
    { numRuns: 1000 },
  );
});

it("any rule, its usage and its score survive the format of memory rules", () => {
  const usage = fc.record({
    count: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    lastUsedAt: fc.constant("2026-01-02T03:04:05.000Z"),
  });
  fc.assert(
    fc.property(anyRule, usage, fc.double({ noNaN: true, noDefaultInfinity: true }), (rule, used, score) => {
      fc.pre(rule.projectId !== "" && rule.userId !== "" && !Object.is(score, -0));
      const scores = { sparse: 0.5, dense: -0.25 };
      const message = JSON.stringify(toWireMemoryRule(rule, { usage: used, relevanceScore: score, scores, tokenCost: 3 }));
      const read = readWireRule(JSON.parse(message));
      // An empty text means that a field is missing.
      const { source, ...others } = rule;
      expect(read.rule).toEqual(source === "" ? others : rule);
      expect(read).toMatchObject({ usage: used, relevanceScore: score, scores, tokenCost: 3 });
      expect(read.notes.map(({ field }) => field)).toEqual(["token_cost"]);
    }),
    { numRuns: 1000 },
  );
});

describe("an invalid rule is rejected, with the field and a remedy", () => {
  const bare = { id: "r", name: "r", content: "R", scope: "project" };

  it.each<[unknown, readonly unknown[]]>([
    [undefined, ["rule: must be an object, not a value of type undefined"]],
    [null, ["rule: must be an object, not null"]],
    [[bare], ["rule: must be an object, not a list"]],
    ["{}", ['rule: must be an object, not "{}"']],
    [{}, ["name: is missing", "content: is missing", "scope: is missing"]],
    [{ rule: "R" }, ["name: is missing"]],
    [{ scope: [], name: "a" }, ["rule: is missing"]],
    [{ ...bare, id: "" }, ['id: must be a text of at least one character, not ""']],
    [{ ...bare, name: 7 }, ["name: must be a text of at least one character, not 7"]],
    [{ ...bare, scope: "team" }, ['scope: must be one of global, user, project, session, not "team"']],
    [{ ...bare, scope: 7 }, ["scope: must be one of global, user, project, session, not 7"]],
    [
      { ...bare, inclusion: "auto" },
      [expect.stringMatching(/^inclusion: must be one of always, fileMatch, manual, agentRequested, relevant, not "auto"$/)],
    ],
    [{ ...bare, globs: [7] }, ["globs: must be a list of texts, but item 0 is 7"]],
    [{ ...bare, tags: "a" }, ['tags: must be a list of texts, not "a"']],
    // oxlint-disable-next-line no-sparse-arrays -- A hole is no text.
    [{ ...bare, tags: ["a", , "b"] }, ["tags: must be a list of texts, but item 1 is a value of type undefined"]],
    [{ ...bare, enabled: "no" }, ['enabled: must be true or false, not "no"']],
    [{ ...bare, version: 0 }, ["version: must be a whole number of at least 1, not 0"]],
    [
      { ...bare, created_at: "yesterday" },
      ['created_at: must be an ISO 8601 time such as 2026-01-02T03:04:05Z, not "yesterday"'],
    ],
    [{ ...bare, updated_at: "2026-13-45" }, [expect.stringMatching(/^updated_at: must be an ISO 8601 time/)]],
    [{ ...bare, created_at: 1_700_000_000 }, [expect.stringMatching(/^created_at: must be an ISO 8601 time/)]],
    [{ ...bare, usage_count: -1 }, ["usage_count: must be a whole number of at least 0, not -1"]],
    [{ ...bare, relevance_score: Number.NaN }, ["relevance_score: must be a number, not NaN"]],
    [{ ...bare, metadata: "{" }, ['metadata: must be a JSON object, or the text of one, not "{"']],
    [{ ...bare, metadata: "[1]" }, ['metadata: must be a JSON object, or the text of one, not "[1]"']],
    [{ ...bare, metadata: { a: { b: Number.NaN } } }, ['metadata: must be JSON, but "a.b" is NaN']],
    [{ ...bare, metadata: { at: new Date(0) } }, ['metadata: must be JSON, but "at" is no JSON value']],
    [{ ...bare, conditions: { a: undefined } }, ['conditions: must be JSON, but "a" is undefined']],
    [{ ...bare, rule: "Another text" }, ['rule: is "Another text", but `content` is "R"; send one of them']],
    [{ ...bare, contexts: ["git"], scope: ["chat"] }, ["scope: is a list, but `contexts` is a list; send one of them"]],
    [
      { ...bare, globs: ["*.ts"], file_match_pattern: "*.js" },
      ['file_match_pattern: is "*.js", but `globs` is a list; send one of them'],
    ],
    [{ ...bare, projectId: "shop" }, ['"projectId": is unknown; did you mean `project_id`?']],
    [{ ...bare, tool_target: ["claude"] }, ['"tool_target": is unknown; did you mean `tool_targets`?']],
    [{ ...bare, contexts: "chat" }, ['contexts: must be a list of texts, not "chat"']],
    [{ ...bare, rule_scope: ["project"] }, ["rule_scope: must be one of global, user, project, session, not a list"]],
  ])("%j", (value, reasons) => {
    expect(problemsOf(value)).toEqual(reasons);
  });

  it.each(['{"__proto__":{"polluted":1}}', '{"a":{"__proto__":{"polluted":1}}}', '{"a":[{"b":{"__proto__":1}}]}'])(
    "if its metadata has a key __proto__: %s",
    (metadata) => {
      for (const written of [metadata, JSON.parse(metadata) as unknown]) {
        expect(problemsOf({ ...bare, metadata: written })).toEqual([
          expect.stringMatching(/^metadata: must not contain the key ".*__proto__"; rename it$/),
        ]);
      }
      expect("polluted" in {}).toBe(false);
    },
  );

  it("if its metadata is nested too deeply, or contains itself", () => {
    const deep = `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect(problemsOf({ ...bare, metadata: deep })).toEqual(["metadata: must not be nested deeper than 100 levels"]);
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = { cyclic };
    expect(problemsOf({ ...bare, metadata: cyclic })).toEqual([expect.stringContaining("contains itself")]);
  });

  it("with one reason for each field, however long its list is", () => {
    expect(problemsOf({ ...bare, tags: Array.from({ length: 1_000_000 }, () => 7), targets: [1] })).toEqual([
      "targets: must be a list of texts, but item 0 is 1",
      "tags: must be a list of texts, but item 0 is 7",
    ]);
  });
});

describe("a rule with unknown fields", () => {
  const bare = { id: "r", name: "r", content: "R", scope: "project", inclusion: "always" };

  it("is read without them, which is noted", () => {
    expect(readWireRule({ ...bare, colour: "red", size: 3 }).notes).toEqual([
      { field: "colour", kind: "dropped", message: 'Unknown fields are ignored: "colour", "size". Put them into `metadata`.' },
    ]);
  });

  it("gets one note, however many they are", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x${at}y`, at]));
    const { notes } = readWireRule({ ...bare, ...many });
    expect(notes.map(({ message }) => message)).toEqual([
      'Unknown fields are ignored: "x0y", "x1y", "x2y", "x3y", "x4y" and 99995 more. Put them into `metadata`.',
    ]);
  });

  it("named like members of an object is not affected by them", () => {
    const hostile = JSON.parse('{"__proto__":{"enabled":false},"constructor":"x","hasOwnProperty":1}') as object;
    const { rule } = readWireRule({ ...hostile, ...bare });
    expect(rule).toEqual(createRule(bare as Parameters<typeof createRule>[0]));
    const own = JSON.parse(`{"__proto__":{"enabled":false},${JSON.stringify(bare).slice(1)}`) as unknown;
    expect(readWireRule(own).notes).toMatchObject([{ field: "__proto__", kind: "dropped" }]);
    expect(readWireRule(own).rule.enabled).toBe(true);
  });
});

describe("a status", () => {
  const bare = { id: "r", name: "r", content: "R", scope: "project", inclusion: "always" };

  it.each([
    ["disabled", { enabled: false, pending: false }],
    ["pending", { enabled: true, pending: true }],
    ["active", { enabled: true, pending: false }],
    ["superseded", { enabled: true, pending: false }],
  ])("of %s decides the flags of a rule without them", (status, flags) => {
    expect(readWireRule({ ...bare, status })).toMatchObject({ rule: flags, notes: [] });
  });

  it("that contradicts the flags is ignored, which is noted", () => {
    const { rule, notes } = readWireRule({ ...bare, status: "active", enabled: false });
    expect(rule.enabled).toBe(false);
    expect(notes).toEqual([
      { field: "status", kind: "dropped", message: 'status "active" is ignored: `enabled` and `pending` say "disabled".' },
    ]);
  });
});

describe("usage and token cost", () => {
  const rule = createRule({ id: "r", name: "r" });

  it("are on the wire if they are known", () => {
    const wire = toWireRule(rule);
    expect(Object.keys(wire)).not.toEqual(expect.arrayContaining(["usage_count"]));
    expect(
      toWireRule(rule, { usage: { count: 3, lastUsedAt: "2026-01-02T03:04:05Z" }, tokenCost: 9, status: "superseded" }),
    ).toEqual({
      ...wire,
      status: "superseded",
      usage_count: 3,
      last_used: "2026-01-02T03:04:05Z",
      token_cost: 9,
    });
    expect(toWireRule(rule, { usage: "unused" })).toEqual({ ...wire, usage_count: 0, last_used: null });
  });
});
