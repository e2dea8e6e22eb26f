import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { windsurf, windsurfSpec } from "./codec.ts";

const { source, title, targets, limits } = windsurfSpec;

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "windsurf",
  title,
  aliases: ["devin", "devin-desktop"],
  formats: [
    {
      spec: windsurfSpec,
      codec: windsurf,
      locations: [
        { dir: ".devin/rules", nested: true },
        { dir: ".windsurf/rules", nested: true },
      ],
    },
    // The legacy file, which Windsurf still reads.
    { id: "windsurfrules", targets, extensions: [], locations: [{ dir: "", files: [".windsurfrules"] }], limits, source },
    // The user's own rules for all projects.
    {
      id: "windsurf-global",
      targets,
      locations: [{ dir: ".codeium/windsurf/memories", files: ["global_rules.md"], personal: true }],
      limits: [
        {
          max: 6000,
          unit: "characters",
          appliesTo: "eachFile",
          effect: "truncated",
          description: "Devin Desktop reads the first 6,000 characters of the global rules.",
        },
      ],
      source,
    },
  ],
  skills: {
    // The documentation names `.windsurf/skills`. `.devin/skills` is only known from rulesync.
    dirs: [".windsurf/skills", ".devin/skills"],
    own: [".windsurf/skills", ".devin/skills"],
    personalDirs: [".codeium/windsurf/skills"],
    ownPersonal: [".codeium/windsurf/skills"],
    source: "https://docs.devin.ai/desktop/cascade/skills",
  },
  reads: [own(), all("https://docs.devin.ai/desktop/cascade/agents-md", { files: ["AGENTS.md"], nested: true })],
  remarks: ["Of two rules with one file name, Devin Desktop reads the one in `.devin/rules`."],
});
