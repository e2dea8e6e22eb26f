import type { AppliedRule } from "../model/resolution.ts";
import { composeCompact } from "./compact.ts";
import { composeMarkdown } from "./markdown.ts";
import { composeMdc } from "./mdc.ts";
import { composeXml } from "./xml.ts";

/**
 * The formats of the prompt section: Markdown headings, short headers as in `.mdc` files, XML tags, or only the texts of the rules between lines of
 * asterisks, which takes the fewest tokens.
 */
export const promptFormats = ["markdown", "mdc", "xml", "compact"] as const;

export type PromptFormat = (typeof promptFormats)[number];

/** The default format of what is sent to an agent rather than read by a user: each session pays its tokens. */
export const agentPromptFormat: PromptFormat = "compact";

const composers: Record<PromptFormat, (rules: readonly AppliedRule[]) => string> = {
  markdown: composeMarkdown,
  mdc: composeMdc,
  xml: composeXml,
  compact: composeCompact,
};

/**
 * Step 5 of resolving: composes the prompt section. Empty if there is no rule, else it ends with a line break. The text of a rule cannot end its part
 * or imitate another rule.
 */
export function composePrompt(rules: readonly AppliedRule[], format: PromptFormat = "markdown"): string {
  return rules.length === 0 ? "" : composers[format](rules);
}
