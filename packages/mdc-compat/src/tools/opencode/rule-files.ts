import { firstInDirectory, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments, inlineCommands } from "../../skills/expansions.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { ExpansionSpec } from "../../model/spec.ts";
import type { Dialect } from "../../model/dialect.ts";
import { opencode } from "./codec.ts";
import { opencodeSpec } from "./spec.ts";

/** `@path` with a directory or an extension. */
const fileMentions: ExpansionSpec = {
  pattern: () => /(?<![\p{L}\p{N}_`@\\/.-])@[\w~-]*(?:\/|\.\w)[\w./-]*/gu,
  effect: "inserts files such as @docs/style.md",
};

const opencodeSkills = defineSkills({
  id: "opencode",
  title: "OpenCode",
  dirs: [sharedSkills, ".opencode/skills", ".claude/skills"],
  personalDirs: [sharedSkills, ".config/opencode/skills", ".claude/skills"],
  ownPersonal: [".config/opencode/skills"],
  expansions: [bareArguments, inlineCommands, fileMentions],
  source: "https://opencode.ai/docs/skills/",
});

/**
 * OpenCode reads `CLAUDE.md` if there is no `AGENTS.md`, and `~/.claude/CLAUDE.md` if there is no `~/.config/opencode/AGENTS.md`.
 */
export const opencodeDialect: Dialect = {
  id: "opencode",
  title: "OpenCode",
  aliases: [],
  formats: [
    {
      spec: opencodeSpec,
      codec: opencode,
      locations: [{ dir: ".config/opencode", files: ["AGENTS.md"], personal: true }],
    },
    ...opencodeSkills.formats,
  ],
  output: { kind: "joined", spec: opencodeSpec, codec: opencode, file: "AGENTS.md", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: opencodeDialect,
  skills: opencodeSkills,

  reads: [
    firstInDirectory(
      "https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/instruction.ts",
      named(["AGENTS.md", "CLAUDE.md", "CONTEXT.md"], { nested: true }),
    ),
    skillsOf(opencodeSkills),
  ],
  remarks: ["OpenCode also reads the files under `instructions` in `opencode.json`."],
};
