import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { userPlaceholder } from "../../model/dialect.ts";
import { dataagent } from "./codec.ts";
import { preceptSpec } from "../precept/rule-files.ts";

/** Native rules in the rule directory of DataAgent. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "dataagent",
  title: "DataAgent",
  formats: [
    {
      spec: { ...preceptSpec, targets: ["dataagent"] },
      codec: dataagent,
      locations: [
        { dir: ".dataagent/rules", nested: true },
        { dir: `.dataagent/users/${userPlaceholder}/rules`, personal: true },
        { dir: ".dataagent/rules", personal: true },
      ],
    },
  ],
});
