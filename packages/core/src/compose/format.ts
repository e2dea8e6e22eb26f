import type { PromptFormat } from "@precept/contract/values";
import type { AppliedRule } from "../model/resolution.ts";
import { composeCompact } from "./compact.ts";
import { composeMarkdown } from "./markdown.ts";
import { composeMdc } from "./mdc.ts";
import { composeXml } from "./xml.ts";

/** The default format of what is sent to an agent rather than read by a user: each session pays its tokens. */
export const agentPromptFormat: PromptFormat = "compact";

const composers: Record<PromptFormat, (rules: readonly AppliedRule[]) => string> = {
  markdown: composeMarkdown,
  mdc: composeMdc,
  xml: composeXml,
  compact: composeCompact,
};

/** Step 5 of resolving: composes the prompt section. The text of a rule cannot end its part or imitate another rule. */
export function composePrompt(rules: readonly AppliedRule[], format: PromptFormat = "markdown"): string {
  return rules.length === 0 ? "" : composers[format](rules);
}
