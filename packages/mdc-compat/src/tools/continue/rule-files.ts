import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { continueColocated, continueDev } from "./codec.ts";
import { colocatedSpec, continueSpec } from "./spec.ts";

const { source, targets } = continueSpec;

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "continue",
  title: "Continue",
  aliases: ["continue-dev"],
  formats: [
    {
      spec: continueSpec,
      codec: continueDev,
      locations: [{ dir: ".continue/rules" }, { dir: ".continue/rules", personal: true }],
    },
    {
      spec: colocatedSpec,
      codec: continueColocated,
      locations: [{ dir: "", files: ["rules.md"], nested: true, requires: ".continue" }],
    },
    // The legacy file, which Continue still reads.
    { id: "continuerules", targets, extensions: [], locations: [{ dir: "", files: [".continuerules"] }], source },
  ],
  reads: [all(source, { files: ["AGENTS.md"] }), own()],
});
