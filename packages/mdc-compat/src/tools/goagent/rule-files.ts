import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { mdc, mdcSpec } from "./codec.ts";

/** Cursor's format in the rule directory of goagent. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "goagent",
  title: "goagent",
  aliases: ["mdc"],
  formats: [
    {
      spec: mdcSpec,
      codec: mdc,
      locations: [
        { dir: ".goagent/rules", nested: true },
        { dir: ".goagent/rules", personal: true },
      ],
    },
  ],
});
