import { createRule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { FormatSpec, LimitSpec } from "../model/spec.ts";
import { checkLimits } from "./check-limits.ts";
import { findFidelityNotes } from "./fidelity-notes.ts";

const globs: NonNullable<FormatSpec["globs"]> = {
  withoutSlash: "anywhere",
  withSlash: "root",
  list: "list",
  exclusions: true,
  toCanonical: (glob) => glob,
  fromCanonical: (glob) => (glob.includes("lost") ? [] : [glob]),
};

/** A format that expresses everything, except what no format does. */
const spec: FormatSpec = {
  id: "tool",
  title: "Tool",
  targets: ["tool", "alias"],
  keys: [
    { name: "on", type: "boolean", description: "", field: "enabled" },
    { name: "own", type: "string", description: "", field: "description" },
    { name: "stored", type: "string", description: "" },
  ],
  inclusions: {
    always: { syntax: "a" },
    fileMatch: { syntax: "f" },
    manual: { syntax: "m" },
    agentRequested: { syntax: "g" },
    relevant: { syntax: "r" },
  },
  globs,
  describable: ["always", "fileMatch", "manual", "agentRequested", "relevant"],
  imports: { pattern: () => /@(\w+)/g, source: "" },
  references: true,
  contexts: { max: 2, name: /^[a-z]+$/ },
  allowsUnknownKeys: true,
  limits: [],
  source: "",
};

/** The notes about a rule, as `field: message`; an exclamation mark: the meaning changes. */
function notesOf(input: Partial<RuleInput>, more: Partial<FormatSpec> = {}, text = ""): readonly string[] {
  const rule = createRule({ name: "a", content: "", description: "d", id: "1", inclusion: "always", ...input });
  return findFidelityNotes(rule, { ...spec, ...more }, text).map(
    ({ field, kind, message }) => `${field}${kind === "meaning" ? "!" : ""}: ${message}`,
  );
}

const byFile = (patterns: readonly string[]) => ({ inclusion: "fileMatch", globs: patterns }) as const;
const without = (inclusion: keyof FormatSpec["inclusions"], support: object = {}) => ({
  inclusions: { ...spec.inclusions, [inclusion]: support },
});

describe("a format loses nothing of", () => {
  const cases: readonly (readonly [string, Partial<RuleInput>, Partial<FormatSpec>])[] = [
    ["a plain rule", {}, {}],
    ["a rule with patterns", byFile(["src/*.ts", "!b"]), {}],
    ["a rule with patterns, in a format without patterns", byFile(["a"]), { globs: undefined as never }],
    ["a pattern in one line", byFile(["a b"]), { globs: { ...globs, list: "commas" } }],
    ["a pattern with a line break in a list", byFile(["a\nb"]), {}],
    ["patterns at any depth", byFile(["**/a/b", "!**/a/b", "a"]), { globs: { ...globs, withSlash: "anywhere" } }],
    ["a disabled rule", { enabled: false }, {}],
    ["a rule for the tool", { targets: ["other", "alias"] }, {}],
    ["two contexts", { contexts: ["a", "b"] }, {}],
    ["any contexts", { contexts: ["A", "b", "c"] }, { contexts: {} }],
    ["metadata", { metadata: { x: 1, stored: "a" } }, {}],
    ["a rule for agents with a description", { inclusion: "agentRequested" }, {}],
    [
      "a rule for agents, without a description where it has no effect",
      { inclusion: "agentRequested", description: " " },
      without("agentRequested", { fallback: "always", limitation: "L" }),
    ],
    ["an import, in a format without imports", { content: "@a" }, { imports: undefined as never }],
    ["a reference", { content: "#[[file:a]]" }, {}],
  ];
  it.each(cases)("%s", (_, input, more) => {
    const notes = notesOf(input, more).filter((note) => note !== "inclusion!: L");
    expect(notes).toEqual([]);
  });
});

describe("a format reports", () => {
  const cases: readonly (readonly [string, Partial<RuleInput>, Partial<FormatSpec>, readonly string[]])[] = [
    ["always", { inclusion: "always" }, without("always"), ["inclusion!: Tool has no rules that always apply."]],
    ["by file", byFile(["a"]), without("fileMatch"), ["inclusion!: Tool has no rules that apply by file."]],
    ["manual", { inclusion: "manual" }, without("manual"), ["inclusion!: Tool has no rules that apply only on request."]],
    ["relevant", { inclusion: "relevant" }, without("relevant"), ["inclusion!: Tool does not select rules by relevance."]],
    [
      "by the agent",
      { inclusion: "agentRequested" },
      without("agentRequested"),
      ["inclusion!: Tool does not let the agent choose rules by their description."],
    ],
    [
      "its own reason",
      { inclusion: "manual" },
      without("manual", { limitation: "{tool} cannot." }),
      ["inclusion!: Tool cannot."],
    ],
    ["pending rules", { pending: true }, {}, ["pending!: Tool does not support rules that are pending approval."]],
    ["disabled rules", { enabled: false }, { keys: [] }, ["enabled!: Tool does not support disabled rules."]],
    [
      "exclusions",
      byFile(["a", "!b"]),
      { globs: { ...globs, exclusions: false } },
      ["globs!: Tool does not document patterns that exclude files."],
    ],
    ["missing patterns", byFile(["lost"]), {}, ["globs!: A rule that applies by file needs at least one pattern."]],
    [
      "lost patterns",
      byFile(["a", "lost"]),
      {},
      ["globs: Patterns that match no file, or that Tool cannot express, are left out."],
    ],
    [
      "a line break",
      byFile(["a\nb"]),
      { globs: { ...globs, list: "commas" } },
      ["globs!: A pattern contains a line break or ends with a space, which a comma-separated list cannot contain."],
    ],
    [
      "depth",
      byFile(["a/b"]),
      { globs: { ...globs, withSlash: "anywhere" } },
      ["globs: Tool matches the patterns at any depth, not only in the root directory of the project."],
    ],
    [
      "patterns without effect",
      { inclusion: "always", globs: ["a"] },
      {},
      ["globs: The patterns have no effect for this rule; Tool would apply it by file."],
    ],
    [
      "no description for agents",
      { inclusion: "agentRequested", description: " " },
      {},
      ["description!: Tool offers a rule to the agent by its description, but this rule has none."],
    ],
    ["no descriptions", {}, { describable: [] }, ["description: Tool has no descriptions."]],
    [
      "no descriptions of manual rules",
      { inclusion: "manual" },
      { describable: ["always"] },
      ["description: Tool would offer a rule with a description to the agent, but this rule has to be requested by name."],
    ],
    [
      "no descriptions of such rules",
      { inclusion: "always" },
      { describable: ["manual"] },
      ["description: Tool does not support descriptions of such rules."],
    ],
    ["other targets", { targets: ["other"] }, {}, ["targets!: The `targets` of the rule do not include Tool."]],
    ["contexts", { contexts: ["a"] }, { contexts: undefined as never }, ["contexts!: Tool has no contexts."]],
    [
      "too many contexts",
      { contexts: ["a", "b", "c"] },
      {},
      ["contexts!: In Tool a rule applies in one context or in all of them, not in several."],
    ],
    ["invalid contexts", { contexts: ["A"] }, {}, ["contexts!: A name of a context is not valid in Tool."]],
    ["conditions", { conditions: {} }, {}, ["conditions!: Tool has no conditions."]],
    ["users", { userId: "u" }, {}, ["userId!: The rule belongs to one user, but every user of the project would get it."]],
    ["projects", { projectId: "p" }, {}, ["projectId: The file applies to any project that contains it."]],
    ["priorities", { priority: 51 }, {}, ["priority: Tool has no priorities."]],
    ["overrides", { override: true }, {}, ["override: Tool merges all rules, so none overrides another."]],
    ["authority", { authority: "absolute" }, {}, ["authority: Tool has no authority levels."]],
    ["tags", { tags: ["a"] }, {}, ["tags: Tool has no tags."]],
    ["categories", { category: "agent" }, {}, ["category: Tool has no categories."]],
    ["sources", { source: "cli" }, {}, ["source: Tool does not store how a rule was created."]],
    ["versions", { version: 2 }, {}, ["version: Tool does not store the version of a rule."]],
    ["replaced rules", { replaces: ["a"] }, {}, ["replaces: Tool has no rules that replace others."]],
    [
      "a key of its own",
      { metadata: { own: 1 } },
      {},
      ["metadata: A metadata key has a meaning in Tool, or is not a valid front matter key."],
    ],
    [
      "an invalid key",
      { metadata: { "a b": 1 } },
      {},
      ["metadata: A metadata key has a meaning in Tool, or is not a valid front matter key."],
    ],
    ["metadata", { metadata: { x: 1 } }, { allowsUnknownKeys: false }, ["metadata: Tool does not store metadata."]],
    [
      "imports",
      { content: "see @a" },
      {},
      ["content: Words that start with @ are put in backticks, because Tool would import files of that name."],
    ],
    ["references", { content: "#[[file:a]]" }, { references: false }, ["content: Tool does not expand #[[file:…]]."]],
  ];
  it.each(cases)("%s", (_, input, more, notes) => expect(notesOf(input, more)).toEqual(notes));

  it("the description of the inclusion that the file gets", () => {
    const fallback = without("relevant", { fallback: "always", limitation: "L" });
    expect(notesOf({ inclusion: "relevant" }, { ...fallback, describable: ["relevant"] })).toHaveLength(2);
    expect(notesOf({ inclusion: "relevant" }, { ...fallback, describable: ["always"] })).toEqual(["inclusion!: L"]);
  });
});

describe("a limit of the file size", () => {
  const limit = (effect: LimitSpec["effect"], appliesTo: LimitSpec["appliesTo"] = "eachFile"): LimitSpec => ({
    max: 3,
    unit: "characters",
    appliesTo,
    effect,
    description: "Too long.",
  });
  it.each([
    ["abc", limit("ignored"), [], []],
    ["abcd", limit("ignored"), ["content!: Too long."], ["dialect/too-long"]],
    ["abcd", limit("truncated"), ["content!: Too long."], ["dialect/too-long"]],
    ["abcd", limit("advisory"), ["content: Too long."], ["dialect/long"]],
    ["abcd", limit("ignored", "allFiles"), [], []],
  ] as const)("of the text %s", (text, one, notes, codes) => {
    expect(notesOf({}, { limits: [one] }, text)).toEqual(notes);
    const diagnostics = checkLimits({ ...spec, limits: [one] }, text, "a.md");
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    for (const diagnostic of diagnostics) {
      expect(diagnostic).toMatchObject({ file: "a.md", line: 1, column: 1, message: "The file has 4 characters. Too long." });
    }
  });
});
