import { firstInDirectory, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments } from "../../skills/expansions.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const warpSkills = defineSkills({
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
});

/** Warp reads `WARP.md`, and `AGENTS.md` only in directories without it. */
export const warpDialect: Dialect = createPlainDialect({
  id: "warp",
  title: "Warp",
  aliases: ["warp-terminal"],
  locations: [
    { dir: "", files: ["WARP.md"], nested: true },
    { dir: ".agents", files: ["AGENTS.md"], personal: true },
  ],
  skills: warpSkills,
  output: { file: "WARP.md", nested: true },
  source: "https://docs.warp.dev/agent-platform/capabilities/rules",
});

export const warp: RuleCodec = warpDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: warpDialect,
  skills: warpSkills,

  reads: [
    firstInDirectory(
      "https://docs.warp.dev/agent-platform/capabilities/rules",
      named(["WARP.md", "AGENTS.md"], { codec: warp, nested: true }),
    ),
    skillsOf(warpSkills),
  ],
};
