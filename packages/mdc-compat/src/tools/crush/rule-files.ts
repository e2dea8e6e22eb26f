import { all, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { createTextCodec } from "../../format/text-codec.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const crushSkills = defineSkills({
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
});

/**
 * Besides its own files, Crush reads `.cursor/rules`, `.cursorrules`, `.github/copilot-instructions.md`, `AGENTS.md`, `CLAUDE.md`, `CLAUDE.local.md` and
 * `GEMINI.md` in its working directory, all of them and as plain text.
 */
export const crushDialect: Dialect = createPlainDialect({
  id: "crush",
  title: "Crush",
  aliases: ["charm-crush"],
  locations: [
    { dir: "", files: ["CRUSH.md", "CRUSH.local.md"] },
    { dir: ".config/crush", files: ["CRUSH.md"], personal: true },
  ],
  skills: crushSkills,
  output: { file: "CRUSH.md", nested: false },
  source: "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go",
});

export const crush: RuleCodec = crushDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: crushDialect,
  skills: crushSkills,

  reads: [
    all(
      "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go",
      named([".cursorrules"], { codec: crush }),
      { dir: ".cursor/rules", codec: createTextCodec() },
      { dir: ".github", files: ["copilot-instructions.md"], codec: crush },
      named(["CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CRUSH.md", "CRUSH.local.md", "AGENTS.md"], { codec: crush }),
    ),
    skillsOf(crushSkills),
  ],
  remarks: ["Crush reads these files in an arbitrary order. `context_paths` in its settings adds others."],
};
