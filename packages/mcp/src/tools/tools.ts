import { note } from "./context/note.ts";
import { remember } from "./context/remember.ts";
import { ruleEngine } from "./rule-engine-tool.ts";
import { explainRule } from "./rules/explain-rule.ts";
import { getRule } from "./rules/get-rule.ts";
import { rememberRule } from "./rules/remember-rule.ts";
import { requestRules } from "./rules/request-rules.ts";
import { rulesForFiles } from "./rules/rules-for-files.ts";
import { searchRules } from "./rules/search-rules.ts";
import type { Tool } from "./tool.ts";

const all = [rulesForFiles, requestRules, getRule, explainRule, searchRules, rememberRule, remember, note, ruleEngine] as const;

/** The names of the tools that do not depend on the policies. */
export type ToolName = (typeof all)[number]["name"];

/** The tools, in the order in which they are listed. Each policy has a tool of its own as well: see `policy-tools.ts`. */
export const tools: readonly Tool<ToolName>[] = all;
