import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dialectIds, type DialectId } from "@precept/mdc-compat";
import { expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/project.ts";

/** The directories whose `skills/s/SKILL.md` exists in the project. */
const skillDirs = [
  ".agent",
  ".agents",
  ".augment",
  ".claude",
  ".cline",
  ".codebuddy",
  ".codex",
  ".copilot",
  ".crush",
  ".cursor",
  ".devin",
  ".factory",
  ".gemini",
  ".github",
  ".goose",
  ".junie",
  ".kilo",
  ".kimi-code",
  ".kiro",
  ".opencode",
  ".openhands",
  ".pi",
  ".qwen",
  ".vibe",
  ".warp",
  ".windsurf",
];

/** Files of one project, besides those that the tools are expected to read: with names that hide others. */
const paths = [
  ".agent/rules/b.md",
  ".agents/rules/a.md",
  ".aiassistant/rules/a.md",
  ".amazonq/rules/a.md",
  ".augment-guidelines",
  ".augment/rules/a.md",
  ".claude/CLAUDE.md",
  ".claude/rules/a.md",
  ".cline/rules/a.md",
  ".clinerules/a.md",
  ".codebuddy/CODEBUDDY.md",
  ".codebuddy/rules/a.md",
  ".continue/rules/a.md",
  ".continuerules",
  ".cursor/rules/a.mdc",
  ".cursor/rules/note.md",
  ".cursorrules",
  ".devin/rules/b.md",
  ".github/copilot-instructions.md",
  ".github/instructions/a.instructions.md",
  ".goosehints",
  ".idx/airules.md",
  ".junie/AGENTS.md",
  ".junie/guidelines.md",
  ".junie/guidelines/a.md",
  ".kilo/rules/a.md",
  ".kilocode/rules/b.md",
  ".kilocoderules",
  ".kiro/steering/a.md",
  ".openhands/microagents/b.md",
  ".openhands/skills/a.md",
  ".qwen/QWEN.local.md",
  ".qwen/rules/a.md",
  ".roo/rules-code/a.md",
  ".roo/rules/a.md",
  ".roorules",
  ".roorules-code",
  ".rules",
  ".tabnine/guidelines/a.md",
  ".trae/rules/a.md",
  ".windsurf/rules/a.md",
  ".windsurfrules",
  "AGENT.md",
  "AGENTS.local.md",
  "AGENTS.md",
  "AGENTS.override.md",
  "AmazonQ.md",
  "CLAUDE.local.md",
  "CLAUDE.md",
  "CODEBUDDY.local.md",
  "CODEBUDDY.md",
  "CONTEXT.md",
  "CONVENTIONS.md",
  "CRUSH.local.md",
  "CRUSH.md",
  "GEMINI.md",
  "QWEN.md",
  "README.md",
  "WARP.md",
  "replit.md",
  "web/.claude/rules/b.md",
  "web/.cursor/rules/b.mdc",
  "web/.devin/rules/c.md",
  "web/.github/instructions/b.instructions.md",
  "web/.goosehints",
  "web/AGENTS.md",
  "web/CLAUDE.md",
  "web/CODEBUDDY.md",
  "web/CRUSH.md",
  "web/GEMINI.md",
  "web/QWEN.md",
  "web/WARP.md",
  "web/rules.md",
  ...skillDirs.map((dir) => skillIn(dir)),
];

interface Expected {
  /** The files in the project that the tool reads, besides skills, in its order where it has one. */
  readonly files: readonly string[];
  /** The directories of the skills that it reads. */
  readonly skills?: readonly string[];
  /** The documentation or the source code that says so. */
  readonly source: string;
  readonly note?: string;
}

const tools = join(import.meta.dirname, "../../../mdc-compat/src/tools");

/** What each tool reads from the project. Written from the sources, not from the lists that the code uses. */
const expectations = dialectIds.map((id) => {
  const text = readFileSync(join(tools, id, "test/expected-reads.json"), "utf8");
  return [id, JSON.parse(text) as Expected] as const;
});

it("each tool reads what its documentation says, from a project with the files of all tools", async () => {
  const own = expectations.flatMap(([, { files }]) => files);
  const texts = [...new Set([...paths, ...own])].map(
    (path) => [path, `---\nname: s\ndescription: About it.\n---\n\nText of ${path}.\n`] as const,
  );
  const project = await createProject({
    ...Object.fromEntries(texts),
    ".aider.conf.yml": "read: CONVENTIONS.md\n",
    ".precept/rules/n.md": nativeRule("n"),
    ".dataagent/rules/a.md": nativeRule("a"),
    ".goagent/rules/a.md": "---\nalwaysApply: true\n---\n\nA.\n",
  });
  const workspace = await project.open();
  const seen: [DialectId, readonly string[]][] = [];
  for (const id of dialectIds) {
    const { files, resolution } = await workspace.seeAs(id);
    const read = files.filter(({ status }) => status === "read").map(({ path }) => path);
    seen.push([id, read]);
    // Each file that it reads is one rule, whether or not it applies to this request.
    expect([id, resolution.totals.evaluated]).toEqual([id, read.length]);
    expect(files.filter(({ status, reason }) => status === "not read" && reason === undefined)).toEqual([]);
  }
  expect(Object.fromEntries(seen.map(([id, read]) => [id, read.toSorted()]))).toEqual(
    Object.fromEntries(
      expectations.map(([id, { files, skills = [] }]) => [id, [...files, ...skills.map((dir) => skillIn(dir))].toSorted()]),
    ),
  );
});

function skillIn(dir: string): string {
  return `${dir}/skills/s/SKILL.md`;
}
