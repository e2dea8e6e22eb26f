import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

/** Tabnine's guidelines, which its plugins for IDEs read. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "tabnine",
  title: "Tabnine",
  formats: [
    {
      accepts: (path) => /^[^/]+\.md$/i.test(path),
      locations: [{ dir: ".tabnine/guidelines" }, { dir: ".tabnine/guidelines", personal: true }],
      source: "https://docs.tabnine.com/main/getting-started/tabnine-agent/guidelines",
    },
  ],
});
