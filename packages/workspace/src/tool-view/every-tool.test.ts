import { dialectIds, type DialectId } from "@precept/mdc-compat";
import { expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/project.ts";

/** The directories whose `skills/s/SKILL.md` exists in the project. */
const skillDirs = [
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
  ".kiro",
  ".opencode",
  ".openhands",
  ".qwen",
  ".warp",
];

/** One project with the files of all tools, and with the names that hide others. */
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
}

/** What each tool reads from the project. Written from the sources, not from the table that the code uses. */
const expectedOf: Readonly<Record<DialectId, Expected>> = {
  precept: { files: [".precept/rules/n.md"], source: "docs/reference/rule-files.md" },
  dataagent: { files: [".dataagent/rules/a.md"], source: "docs/reference/rule-files.md" },
  goagent: { files: [".goagent/rules/a.md"], source: "docs/reference/rule-files.md" },
  cursor: {
    // The editor reads AGENTS.md everywhere; CLAUDE.md is read by the CLI only (cursor.com/docs/cli/using).
    files: [".cursor/rules/a.mdc", "web/.cursor/rules/b.mdc", ".cursorrules", "AGENTS.md", "web/AGENTS.md", "CLAUDE.md"],
    skills: [".agents", ".cursor", ".claude", ".codex"],
    source: "https://cursor.com/docs/rules, https://cursor.com/docs/skills",
  },
  agents: { files: ["AGENTS.override.md", "web/AGENTS.md"], source: "https://agents.md" },
  aider: { files: ["CONVENTIONS.md"], source: "https://aider.chat/docs/usage/conventions.html" },
  amazonq: {
    files: ["AmazonQ.md", "README.md", ".amazonq/rules/a.md"],
    source: "aws/amazon-q-developer-cli docs/default-agent-behavior.md",
  },
  amp: {
    files: ["AGENTS.md", "web/AGENTS.md"],
    skills: [".agents", ".claude"],
    source: "https://ampcode.com/docs/customize/agents-md",
  },
  antigravity: {
    files: [".agents/rules/a.md", ".agent/rules/b.md", "AGENTS.md", "GEMINI.md"],
    skills: [".agents"],
    source: "https://discuss.ai.google.dev/t/new-folder-for-rules/126165",
  },
  augment: {
    files: ["CLAUDE.md", "AGENTS.md", "web/CLAUDE.md", "web/AGENTS.md", ".augment-guidelines", ".augment/rules/a.md"],
    skills: [".augment", ".agents"],
    source: "https://docs.augmentcode.com/cli/rules",
  },
  claude: {
    // AGENTS.md only without CLAUDE.md.
    files: ["CLAUDE.md", "CLAUDE.local.md", "web/CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/a.md", "web/.claude/rules/b.md"],
    skills: [".claude"],
    source: "https://code.claude.com/docs/en/memory",
  },
  cline: {
    // Front matter of .cursor/rules stays in the text. AGENTS.md of subdirectories count because there is one in the root.
    files: [
      ".clinerules/a.md",
      ".cline/rules/a.md",
      ".cursorrules",
      ".cursor/rules/a.mdc",
      ".windsurfrules",
      "AGENTS.md",
      "web/AGENTS.md",
    ],
    skills: [".cline"],
    source: "cline/cline src/core/context/instructions/user-instructions/external-rules.ts",
  },
  codebuddy: {
    // AGENTS.md only without CODEBUDDY.md.
    files: ["CODEBUDDY.md", "CODEBUDDY.local.md", "web/CODEBUDDY.md", ".codebuddy/CODEBUDDY.md", ".codebuddy/rules/a.md"],
    skills: [".codebuddy"],
    source: "https://www.codebuddy.ai/docs/cli/memory",
  },
  codex: {
    files: ["AGENTS.override.md", "web/AGENTS.md"],
    skills: [".agents", ".codex"],
    source: "openai/codex codex-rs/core/src/agents_md.rs, codex-rs/core-skills/src/loader.rs",
  },
  continue: {
    files: ["AGENTS.md", ".continue/rules/a.md", "web/rules.md", ".continuerules"],
    source: "https://docs.continue.dev/customize/deep-dives/rules",
  },
  copilot: {
    // VS Code reads Claude's files, Copilot CLI reads GEMINI.md.
    files: [
      ".github/copilot-instructions.md",
      "AGENTS.md",
      "CLAUDE.md",
      ".claude/CLAUDE.md",
      "CLAUDE.local.md",
      "GEMINI.md",
      ".github/instructions/a.instructions.md",
      "web/.github/instructions/b.instructions.md",
      ".claude/rules/a.md",
    ],
    skills: [".agents", ".github", ".claude"],
    source: "https://code.visualstudio.com/docs/agent-customization/custom-instructions, https://docs.github.com/en/copilot",
  },
  crush: {
    // Everything as plain text, in the working directory only, all files below .cursor/rules.
    files: [
      ".cursorrules",
      ".cursor/rules/a.mdc",
      ".cursor/rules/note.md",
      ".github/copilot-instructions.md",
      "CLAUDE.md",
      "CLAUDE.local.md",
      "GEMINI.md",
      "CRUSH.md",
      "CRUSH.local.md",
      "AGENTS.md",
    ],
    skills: [".agents", ".crush", ".claude", ".cursor"],
    source: "charmbracelet/crush internal/config/config.go, internal/skills",
  },
  factory: {
    files: ["AGENTS.md", "web/AGENTS.md"],
    skills: [".factory"],
    source: "https://docs.factory.ai/cli/configuration/agents-md",
  },
  firebase: { files: [".idx/airules.md"], source: "https://firebase.google.com/docs/studio/set-up-gemini" },
  gemini: {
    files: ["GEMINI.md", "web/GEMINI.md"],
    skills: [".agents", ".gemini"],
    source: "https://geminicli.com/docs/cli/gemini-md",
  },
  goose: {
    files: [".goosehints", "AGENTS.md", "web/.goosehints", "web/AGENTS.md"],
    skills: [".agents", ".goose", ".claude"],
    source: "block/goose crates/goose/src/hints",
  },
  jetbrains: {
    files: [".aiassistant/rules/a.md"],
    source: "https://www.jetbrains.com/help/ai-assistant/configure-project-rules.html",
  },
  junie: { files: [".junie/AGENTS.md"], skills: [".junie"], source: "https://github.com/JetBrains/junie-guidelines" },
  kilo: {
    files: ["AGENTS.md", "web/AGENTS.md", ".kilo/rules/a.md", ".kilocode/rules/b.md", ".kilocoderules"],
    skills: [".kilo"],
    source: "Kilo-Org/kilocode packages/opencode/src/session/instruction.ts, kilocode/rules-migrator.ts",
  },
  kiro: {
    files: [".kiro/steering/a.md", "AGENTS.md", "web/AGENTS.md"],
    skills: [".kiro"],
    source: "https://kiro.dev/docs/steering/, https://kiro.dev/docs/skills/",
  },
  opencode: {
    files: ["AGENTS.md", "web/AGENTS.md"],
    skills: [".agents", ".opencode", ".claude"],
    source: "anomalyco/opencode packages/opencode/src/session/instruction.ts",
  },
  openhands: {
    files: [
      ".cursorrules",
      "AGENTS.md",
      "AGENT.md",
      "CLAUDE.md",
      "GEMINI.md",
      ".openhands/skills/a.md",
      ".openhands/microagents/b.md",
    ],
    skills: [".openhands", ".agents"],
    source: "OpenHands/software-agent-sdk openhands/sdk/skills/skill.py",
  },
  qwen: {
    files: ["QWEN.md", "AGENTS.md", "web/QWEN.md", "web/AGENTS.md", ".qwen/QWEN.local.md", ".qwen/rules/a.md"],
    skills: [".agents", ".qwen"],
    source: "QwenLM/qwen-code packages/core/src/utils/memoryDiscovery.ts, rulesDiscovery.ts",
  },
  replit: { files: ["replit.md"], skills: [".agents"], source: "https://docs.replit.com/replitai/replit-dot-md" },
  roo: {
    // No .roorules, because there is .roo/rules; AGENT.md only without AGENTS.md.
    files: [".roo/rules-code/a.md", ".roo/rules/a.md", "AGENTS.md", "AGENTS.local.md"],
    source: "https://roocodeinc.github.io/Roo-Code/features/custom-instructions",
  },
  tabnine: {
    files: [".tabnine/guidelines/a.md"],
    source: "https://docs.tabnine.com/main/getting-started/tabnine-agent/guidelines",
  },
  trae: { files: [".trae/rules/a.md"], source: "https://docs.trae.ai/ide/rules" },
  warp: {
    files: ["WARP.md", "web/WARP.md"],
    skills: [".agents", ".warp", ".claude", ".codex", ".cursor", ".gemini", ".copilot", ".factory", ".github", ".opencode"],
    source: "https://docs.warp.dev/agent-platform/capabilities/rules, …/skills",
  },
  windsurf: {
    files: [".devin/rules/b.md", "web/.devin/rules/c.md", ".windsurf/rules/a.md", ".windsurfrules", "AGENTS.md", "web/AGENTS.md"],
    skills: [".devin"],
    source: "https://docs.devin.ai/desktop/cascade/memories, …/agents-md",
  },
  zed: { files: [".rules"], skills: [".agents"], source: "zed-industries/zed crates/prompt_store/src/prompts.rs" },
  skill: { files: [], skills: [".agents"], source: "https://agentskills.io/specification" },
};

it("each tool reads what its documentation says, from a project with the files of all tools", async () => {
  const texts = paths.map((path) => [path, `---\nname: s\ndescription: About it.\n---\n\nText of ${path}.\n`] as const);
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
      dialectIds.map((id) => {
        const { files, skills = [] } = expectedOf[id];
        return [id, [...files, ...skills.map((dir) => skillIn(dir))].toSorted()];
      }),
    ),
  );
});

function skillIn(dir: string): string {
  return `${dir}/skills/s/SKILL.md`;
}
