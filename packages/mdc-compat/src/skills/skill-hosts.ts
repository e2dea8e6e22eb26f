import type { DialectId } from "../model/dialect-id.ts";
import type { LimitSpec } from "../model/spec.ts";
import {
  bareArguments,
  claudeVariables,
  commandBlocks,
  commandsInText,
  escapableArguments,
  escapedArguments,
  fileMentions,
  inlineCommands,
} from "./expansions.ts";
import type { SkillFault, SkillHost, SkillKey } from "./skill-host.ts";

/** The directory of skills that most tools share. */
export const sharedSkills = ".agents/skills";

const rulesync = "https://github.com/dyoshikawa/rulesync";

const zedLimit: LimitSpec = {
  max: 102_400,
  unit: "bytes",
  appliesTo: "eachFile",
  effect: "ignored",
  description: "Zed ignores skills larger than 100 KiB.",
};

type Row = Pick<SkillHost, "id" | "title" | "dirs" | "source"> & Partial<SkillHost>;

/** Fills in the defaults: the tool owns every directory that starts with its own name, reads the same directories at home, and expands nothing. */
function host({ id, title, dirs, ...row }: Row): SkillHost {
  const own = row.own ?? dirs.filter((dir) => dir.startsWith(`.${id}/`));
  const faults: readonly SkillFault[] = [];
  const keys: readonly SkillKey[] = [];
  return {
    personalDirs: dirs,
    ownPersonal: row.personalDirs === undefined ? own : [],
    keys,
    drops: faults,
    expansions: [],
    limits: [],
    ...row,
    id,
    title,
    dirs,
    own,
  };
}

/** The skills in `.agents/skills`, with all keys that one of the tools reads that share the directory. */
export const sharedSkillHost: SkillHost = host({
  id: "skill",
  title: "Agent Skills",
  dirs: [sharedSkills],
  own: [sharedSkills],
  nested: true,
  keys: ["paths", "disable-model-invocation", "user-invocable"],
  maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
  expansions: [commandsInText, bareArguments],
  limits: [zedLimit],
  source: "https://agentskills.io/specification",
});

/** One row per tool that reads skills. */
export const skillHosts: readonly SkillHost[] = [
  sharedSkillHost,
  host({
    id: "claude",
    title: "Claude Code",
    dirs: [".claude/skills"],
    nested: true,
    keys: ["paths", "disable-model-invocation", "user-invocable"],
    maxDescription: { length: 1536, unit: "characters", effect: "cut" },
    expansions: [escapableArguments, escapedArguments, claudeVariables, inlineCommands, commandBlocks],
    source: "https://code.claude.com/docs/en/skills",
  }),
  host({
    id: "codex",
    title: "Codex",
    dirs: [sharedSkills, ".codex/skills"],
    nested: true,
    maxDescription: { length: 1024, unit: "characters", effect: "dropped" },
    drops: ["no-description", "long-description"],
    source: "https://github.com/openai/codex/blob/main/codex-rs/core-skills/src/loader.rs",
  }),
  host({
    id: "cursor",
    title: "Cursor",
    dirs: [sharedSkills, ".cursor/skills", ".claude/skills", ".codex/skills"],
    keys: ["paths", "disable-model-invocation"],
    source: "https://cursor.com/docs/skills",
  }),
  host({
    id: "copilot",
    title: "GitHub Copilot",
    dirs: [sharedSkills, ".github/skills", ".claude/skills"],
    own: [".github/skills"],
    personalDirs: [sharedSkills, ".copilot/skills", ".claude/skills"],
    ownPersonal: [".copilot/skills"],
    keys: ["disable-model-invocation", "user-invocable"],
    drops: ["other-name"],
    source: "https://code.visualstudio.com/docs/copilot/customization/agent-skills",
  }),
  host({
    id: "gemini",
    title: "Gemini CLI",
    dirs: [sharedSkills, ".gemini/skills"],
    drops: ["no-description"],
    needsFirstByte: true,
    source: "https://github.com/google-gemini/gemini-cli/tree/main/packages/core/src/skills",
  }),
  host({
    id: "opencode",
    title: "OpenCode",
    dirs: [sharedSkills, ".opencode/skills", ".claude/skills"],
    personalDirs: [sharedSkills, ".config/opencode/skills", ".claude/skills"],
    ownPersonal: [".config/opencode/skills"],
    expansions: [bareArguments, inlineCommands, fileMentions],
    source: "https://opencode.ai/docs/skills/",
  }),
  host({
    id: "amp",
    title: "Amp",
    dirs: [sharedSkills, ".claude/skills"],
    personalDirs: [".config/agents/skills", ".config/amp/skills", ".claude/skills"],
    ownPersonal: [".config/amp/skills"],
    source: rulesync,
  }),
  host({
    id: "goose",
    title: "Goose",
    dirs: [sharedSkills, ".goose/skills", ".claude/skills"],
    personalDirs: [sharedSkills, ".claude/skills"],
    ownPersonal: [],
    source: "https://github.com/block/goose/blob/main/documentation/docs/guides/context-engineering/using-skills.md",
  }),
  host({
    id: "zed",
    title: "Zed",
    dirs: [sharedSkills],
    keys: ["disable-model-invocation"],
    maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
    limits: [zedLimit],
    source: "https://github.com/zed-industries/zed/tree/main/crates/agent_skills",
  }),
  host({
    id: "warp",
    title: "Warp",
    dirs: [
      sharedSkills,
      ".warp/skills",
      ".claude/skills",
      ".codex/skills",
      ".cursor/skills",
      ".gemini/skills",
      ".copilot/skills",
      ".factory/skills",
      ".github/skills",
      ".opencode/skills",
    ],
    expansions: [bareArguments],
    source: "https://docs.warp.dev/agent-platform/capabilities/skills",
  }),
  host({
    id: "crush",
    title: "Crush",
    dirs: [sharedSkills, ".crush/skills", ".claude/skills", ".cursor/skills"],
    personalDirs: [".config/crush/skills", ".config/agents/skills", sharedSkills, ".claude/skills"],
    ownPersonal: [".config/crush/skills"],
    keys: ["disable-model-invocation", "user-invocable"],
    hidesFromUser: true,
    maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
    drops: ["long-description", "other-name"],
    source: "https://github.com/charmbracelet/crush/tree/main/internal/skills",
  }),
  host({
    id: "qwen",
    title: "Qwen Code",
    dirs: [sharedSkills, ".qwen/skills"],
    keys: ["paths", "disable-model-invocation"],
    drops: ["bad-paths"],
    source: "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/skills",
  }),
  host({
    id: "openhands",
    title: "OpenHands",
    dirs: [sharedSkills, ".openhands/skills"],
    // Plain Markdown files in .openhands/skills are rules too, so the dialect has a codec of its own for the directory.
    own: [],
    keys: ["paths", "disable-model-invocation"],
    expansions: [commandsInText],
    source: "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/skills/skill.py",
  }),
  host({
    id: "codebuddy",
    title: "CodeBuddy",
    dirs: [".codebuddy/skills"],
    source: "https://www.codebuddy.ai/docs/cli/codebuddy-dir",
  }),
  host({ id: "kiro", title: "Kiro", dirs: [".kiro/skills"], source: "https://kiro.dev/docs/skills/" }),
  host({
    id: "windsurf",
    title: "Devin Desktop (Windsurf)",
    dirs: [".devin/skills"],
    own: [".devin/skills"],
    personalDirs: [],
    source: rulesync,
  }),
  host({ id: "factory", title: "Factory", dirs: [".factory/skills"], personalDirs: [], source: rulesync }),
  host({ id: "junie", title: "Junie", dirs: [".junie/skills"], personalDirs: [], source: rulesync }),
  host({ id: "kilo", title: "Kilo Code", dirs: [".kilo/skills"], personalDirs: [], source: rulesync }),
  host({ id: "cline", title: "Cline", dirs: [".cline/skills"], personalDirs: [], source: rulesync }),
  host({ id: "augment", title: "Augment", dirs: [".augment/skills", sharedSkills], personalDirs: [], source: rulesync }),
  host({ id: "antigravity", title: "Antigravity", dirs: [sharedSkills], personalDirs: [], source: rulesync }),
  host({ id: "replit", title: "Replit", dirs: [sharedSkills], personalDirs: [], source: rulesync }),
];

/** Returns how a tool reads skills. Undefined if the tool reads none. */
export function findSkillHost(id: DialectId): SkillHost | undefined {
  return skillHosts.find((one) => one.id === id);
}

/** Whether a tool reads a file at this path, relative to the project, as a skill. */
export function readsSkill({ dirs, nested = false }: SkillHost, path: string): boolean {
  return dirs.some((dir) => path.startsWith(`${dir}/`) || (nested && path.includes(`/${dir}/`)));
}
