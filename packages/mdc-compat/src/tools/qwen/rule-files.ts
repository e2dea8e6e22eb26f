import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { qwen, qwenMemory } from "./codec.ts";
import { qwenMemorySpec, qwenSpec } from "./spec.ts";

const qwenSkills = defineSkills({
  id: "qwen",
  title: "Qwen Code",
  dirs: [sharedSkills, ".qwen/skills"],
  keys: ["paths", "disable-model-invocation"],
  drops: ["bad-paths"],
  needsPathList: true,
  source: "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/skills",
});

/** Qwen Code reads `QWEN.md` and `AGENTS.md`, even one directory above the root of the repository, which is not supported. */
const qwenDialect: Dialect = {
  id: "qwen",
  title: "Qwen Code",
  aliases: ["qwen-code", "qwencode"],
  formats: [
    { spec: qwenSpec, codec: qwen, locations: [{ dir: ".qwen/rules" }, { dir: ".qwen/rules", personal: true }] },
    {
      spec: qwenMemorySpec,
      codec: qwenMemory,
      locations: [
        { dir: "", files: ["QWEN.md"], nested: true },
        { dir: ".qwen", files: ["QWEN.local.md"] },
        { dir: ".qwen", files: ["QWEN.md", "AGENTS.md"], personal: true },
      ],
    },
    ...qwenSkills.formats,
  ],
  output: { kind: "files", spec: qwenSpec, codec: qwen, dir: ".qwen/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: qwenDialect,
  skills: qwenSkills,

  reads: [
    all(
      "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/utils/memoryDiscovery.ts",
      named(["QWEN.md", "AGENTS.md"], { codec: qwenMemory, nested: "towardsWorkingDirectory" }),
      { dir: ".qwen", files: ["QWEN.local.md"], codec: qwenMemory },
    ),
    own(qwenDialect, qwen),
    skillsOf(qwenSkills),
  ],
  remarks: [
    "Qwen Code also reads `QWEN.md` and `AGENTS.md` one directory above the repository. `context.fileName` replaces the two names.",
  ],
};
