import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import type { ExpansionSpec } from "../../model/spec.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments, inlineCommands } from "../../skills/expansions.ts";

/** `@path` with a directory or an extension. */
const fileMentions: ExpansionSpec = {
  pattern: () => /(?<![\p{L}\p{N}_`@\\/.-])@[\w~-]*(?:\/|\.\w)[\w./-]*/gu,
  effect: "inserts files such as @docs/style.md",
};

/**
 * OpenCode reads `CLAUDE.md` if there is no `AGENTS.md`, and `~/.claude/CLAUDE.md` if there is no
 * `~/.config/opencode/AGENTS.md`. Files in `instructions` of `opencode.json` are not supported.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "opencode",
  title: "OpenCode",
  formats: [
    {
      locations: [{ dir: ".config/opencode", files: ["AGENTS.md"], personal: true }],
      source: "https://opencode.ai/docs/rules/",
    },
  ],
  output: { file: "AGENTS.md", nested: true },
  skills: {
    dirs: [sharedSkills, ".opencode/skills", ".claude/skills"],
    oneOfName: true,
    personalDirs: [sharedSkills, ".config/opencode/skills", ".claude/skills"],
    ownPersonal: [".config/opencode/skills"],
    expansions: [bareArguments, inlineCommands, fileMentions],
    source: "https://opencode.ai/docs/skills/",
  },
  reads: [
    firstInDirectory("https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/instruction.ts", {
      files: ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"],
      nested: true,
    }),
  ],
  remarks: ["OpenCode also reads the files under `instructions` in `opencode.json`."],
});
