import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { gemini } from "./codec.ts";
import { geminiSpec } from "./spec.ts";

const geminiSkills = defineSkills({
  id: "gemini",
  title: "Gemini CLI",
  dirs: [sharedSkills, ".gemini/skills"],
  drops: ["no-description"],
  needsFirstByte: true,
  source: "https://github.com/google-gemini/gemini-cli/tree/main/packages/core/src/skills",
});

export const geminiDialect: Dialect = {
  id: "gemini",
  title: "Gemini CLI",
  aliases: ["gemini-cli"],
  formats: [
    {
      spec: geminiSpec,
      codec: gemini,
      locations: [
        { dir: "", files: ["GEMINI.md"], nested: true },
        { dir: ".gemini", files: ["GEMINI.md"], personal: true },
      ],
    },
    ...geminiSkills.formats,
  ],
  output: { kind: "joined", spec: geminiSpec, codec: gemini, file: "GEMINI.md", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: geminiDialect,
  skills: geminiSkills,

  reads: [
    own(geminiDialect, gemini),
    all(
      "https://geminicli.com/docs/cli/gemini-md",
      named(["AGENTS.md"], { codec: gemini, nested: true, setting: "context.fileName" }),
    ),
    skillsOf(geminiSkills),
  ],
  remarks: ["`context.fileName` in Gemini CLI's settings replaces the name `GEMINI.md` by one or several others."],
};
