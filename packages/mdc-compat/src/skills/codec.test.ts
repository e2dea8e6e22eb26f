import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, reportWith, writeWith } from "../../test/with-codec.ts";
import type { skillDiagnostics } from "./skill-diagnostics.ts";
import type { DialectId } from "../tools.ts";
import { findSkillCodec } from "../lookup/skill-hosts.ts";
import { skill } from "../tools/skill/rule-files.ts";

const deploy = [
  "---",
  "name: deploy",
  "description: How to deploy the shop. Use when releasing.",
  "license: MIT",
  "compatibility: Requires docker",
  "metadata:",
  "  author: ops",
  'allowed-tools: "Bash(git:*) Read"',
  "x-own: 1",
  "---",
  "",
  "# Deploy",
  "",
].join("\n");

function codecOf(id: DialectId) {
  return findSkillCodec(id) ?? skill;
}

describe("a skill", () => {
  it("is a rule that the agent requests, named after its folder, with all other keys as metadata", () => {
    expect(readWith(skill, deploy, "deploy/SKILL.md")).toEqual({
      name: "deploy",
      inclusion: "agentRequested",
      description: "How to deploy the shop. Use when releasing.",
      content: "# Deploy\n",
      metadata: {
        license: "MIT",
        compatibility: "Requires docker",
        metadata: { author: "ops" },
        "allowed-tools": "Bash(git:*) Read",
        "x-own": 1,
      },
    });
    expect(reportWith(skill, deploy, "deploy/SKILL.md")).toEqual([]);
    expect(reportWith(skill, deploy, "SKILL.md")).toEqual([]);
    const { draft } = skill.parse({ text: "Text", path: "deploy/SKILL.md", file: "" });
    expect(draft).toMatchObject({ name: "deploy", label: true });
  });

  it("keeps its other keys, comments and line breaks when it changes", () => {
    const text = deploy.replace("license: MIT", "license: MIT # see LICENSE").replaceAll("\n", "\r\n");
    expect(editWith(skill, text, { description: "New." })).toBe(
      text.replace("description: How to deploy the shop. Use when releasing.", 'description: "New."'),
    );
    expect(editWith(skill, text, { inclusion: "manual" })).toContain("disable-model-invocation: true\r\n");
  });

  it("has to be requested with `disable-model-invocation`, and applies by file with `paths`, where the tool reads the key", () => {
    const manual = "---\ndescription: D\ndisable-model-invocation: true\n---\n";
    const byFile = "---\ndescription: D\npaths: [src/**, '*.ts']\n---\n";
    const read = (id: DialectId) => [manual, byFile].map((text) => readWith(codecOf(id), text, "t/SKILL.md").inclusion);
    expect(read("claude")).toEqual(["manual", "fileMatch"]);
    expect(read("qwen")).toEqual(["manual", "fileMatch"]);
    expect(read("copilot")).toEqual(["manual", "agentRequested"]);
    expect(read("gemini")).toEqual(["agentRequested", "agentRequested"]);
    expect(readWith(codecOf("claude"), byFile, "t/SKILL.md").globs).toEqual(["src/**", "/*.ts"]);
  });

  it.each([
    ["SKILL.md", false],
    ["deploy/SKILL.md", true],
    ["deploy/skill.md", false],
    ["deploy/README.md", false],
    ["ops/deploy/SKILL.md", false],
  ])("at %s is read: %s", (path, accepted) => {
    expect(skill.accepts?.(path)).toBe(accepted);
  });

  it.each([
    ["deploy.md", "a skill is a folder with a file SKILL.md"],
    ["deploy/Skill.md", "most tools read it only under the name SKILL.md"],
    ["a/b/SKILL.md", "most tools read only SKILL.md in a folder directly below the directory of skills"],
    ["deploy/README.md", undefined],
  ])("returns why %s is ignored", (path, reason) => {
    expect(skill.ignored?.(path)).toBe(reason);
  });
});

describe("a rule as a skill", () => {
  it("has its name as a slug, a quoted description on one line and patterns in a list", () => {
    const fields = { name: "Größe: Über!", description: 'Use: "now"\nor never', content: "Text.\n" };
    expect(writeWith(skill, { ...fields, inclusion: "fileMatch", globs: ["*.ts", "src/**"] })).toBe(
      '---\nname: gro-e-uber\ndescription: "Use: \\"now\\"\\nor never"\npaths: ["**/*.ts", "src/**"]\n---\n\nText.\n',
    );
  });

  it("needs two keys in Crush to be requested, because Crush hides skills from the user", () => {
    const manual = { inclusion: "manual", description: "D" } as const;
    expect(writeWith(codecOf("crush"), manual)).toContain("disable-model-invocation: true\nuser-invocable: true\n");
    expect(writeWith(codecOf("claude"), manual)).not.toContain("user-invocable");
  });

  it.each<[DialectId, text: string, kinds: readonly string[]]>([
    ["claude", "Costs $1.", ["lost"]],
    ["claude", "Costs \\$1.", ["meaning"]],
    ["claude", "Run !`date`.", ["meaning"]],
    ["claude", "Use `println!` and `$HOME`.", []],
    ["claude", "In ${CLAUDE_SKILL_DIR}", ["meaning"]],
    ["claude", "```!\ndate\n```\n", ["meaning"]],
    ["openhands", "Run !`date`.", ["meaning"]],
    ["openhands", "```\n!`date`\n```\n", []],
    ["opencode", "See @docs/style.md", ["meaning"]],
    ["opencode", "Add @Override.", []],
    ["warp", "Costs $0.", ["meaning"]],
    ["codex", "Costs $1, !`date`, @docs/style.md", []],
  ])("in %s with the text %j is noted as %j", (id, content, kinds) => {
    const rule = createRule({ id: "project:t", name: "t", inclusion: "agentRequested", description: "D", content });
    expect(
      codecOf(id)
        .print(rule)
        .notes.map(({ kind }) => kind),
    ).toEqual(kinds);
  });

  it("has arguments escaped for Claude Code, unless the text was written for it", () => {
    expect(writeWith(codecOf("claude"), { description: "D", content: "Costs $1, $HOME and $ARGUMENTS.\n" })).toContain(
      "\nCosts \\$1, $HOME and \\$ARGUMENTS.\n",
    );
    const own = "---\nname: t\ndescription: D\n---\n\nFix $ARGUMENTS.\n";
    expect(editWith(codecOf("claude"), own, { content: "Fix issue $ARGUMENTS.\n" })).toBe(own.replace("Fix", "Fix issue"));
  });

  it.each([
    [
      "codex",
      "ü",
      1024,
      "The description has 1,025 characters. Codex ignores a skill whose description has more than 1,024 characters.",
    ],
    ["claude", "ü", 1536, "The description has 1,537 characters. Claude Code reads the first 1,536 characters."],
    ["zed", "x", 1024, "The description has 1,025 bytes. Zed ignores a skill whose description has more than 1,024 bytes."],
    ["crush", "x", 1024, "The description has 1,025 bytes. Crush ignores a skill whose description has more than 1,024 bytes."],
  ] as const)("has a note if its description is longer than what %s reads", (id, character, length, message) => {
    const notesOf = (description: string): readonly string[] => {
      const rule = createRule({ id: "project:t", name: "t", inclusion: "agentRequested", description });
      return codecOf(id)
        .print(rule)
        .notes.map((note) => note.message);
    };
    expect(notesOf(character.repeat(length))).toEqual([]);
    expect(notesOf(character.repeat(length + 1))).toEqual([message]);
  });

  it("can have a description that one tool accepts and another does not", () => {
    const rule = createRule({ id: "project:t", name: "t", inclusion: "agentRequested", description: "ü".repeat(1024) });
    const notesOf = (id: DialectId) =>
      codecOf(id)
        .print(rule)
        .notes.map(({ field, kind }) => `${field} ${kind}`);
    expect(notesOf("codex")).toEqual([]);
    expect(notesOf("zed")).toEqual(["description meaning"]);
    expect(notesOf("crush")).toEqual(["description meaning"]);
  });
});

/** For each code, a skill that has the diagnostic. */
const examples = {
  "skill/unseen-front-matter": "---\ndescription: D\n...\nText\n",
  "skill/byte-order-mark": "\uFEFF---\nname: t\ndescription: D\n---\n",
  "skill/unreadable": "---\nname: t\ndescription: Use when: now\n---\n",
  "skill/no-description": "---\nname: t\n---\n",
  "skill/long-description": `---\nname: t\ndescription: ${"x".repeat(1025)}\n---\n`,
  "skill/invalid-name": "---\nname: Not Valid\ndescription: D\n---\n",
  "skill/other-name": "---\nname: other\ndescription: D\n---\n",
  "skill/paths-not-a-list": "---\nname: t\ndescription: D\npaths: a, b\n---\n",
  "skill/outside-paths": "---\nname: t\ndescription: D\npaths: [/a]\n---\n",
  "skill/unreachable": "---\nname: t\ndescription: D\ndisable-model-invocation: true\nuser-invocable: false\n---\n",
  "skill/dropped": "---\nname: t\n---\n",
} satisfies Record<keyof typeof skillDiagnostics, string>;

it.each(Object.entries(examples))("reports %s with a hint", (code, text) => {
  const { diagnostics } = codecOf(code === "skill/dropped" ? "codex" : "skill").parse({ text, path: "t/SKILL.md", file: "f" });
  const found = diagnostics.find((one) => one.code === code);
  expect(found?.hint).toMatch(/\.$/);
});

it.each<[DialectId, text: string]>([
  ["codex", "---\nname: t\n---\n"],
  ["codex", `---\nname: t\ndescription: ${"x".repeat(1025)}\n---\n`],
  ["crush", "---\nname: other\ndescription: D\n---\n"],
  ["qwen", '---\nname: t\ndescription: D\npaths: "a, b"\n---\n'],
  ["qwen", "---\nname: t\ndescription: D\npaths: [../a]\n---\n"],
  ["gemini", "\uFEFF---\nname: t\ndescription: D\n---\n"],
])("%s does not load %j, so it has no rule", (id, text) => {
  const { draft, diagnostics } = codecOf(id).parse({ text, path: "t/SKILL.md", file: "f" });
  expect(draft).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toContain("skill/dropped");
});

it("`paths` in one string can be fixed", () => {
  const { diagnostics } = skill.parse({ text: examples["skill/paths-not-a-list"], path: "t/SKILL.md", file: "f" });
  expect(diagnostics.map(({ fix }) => fix?.title)).toEqual(['Write `paths: ["a", "b"]`']);
});
