import type { AppliedRule } from "../model/resolution.ts";
import { composeMarkdown } from "./markdown.ts";
import { composeMdc } from "./mdc.ts";
import { composeXml } from "./xml.ts";

/** How the prompt section is written: Markdown headings, compact headers as agents of the `.mdc` family know them, or XML tags. */
export const promptFormats = ["markdown", "mdc", "xml"] as const;

export type PromptFormat = (typeof promptFormats)[number];

const composers: Record<PromptFormat, (rules: readonly AppliedRule[]) => string> = {
  markdown: composeMarkdown,
  mdc: composeMdc,
  xml: composeXml,
};

/**
 * Step five of resolving: the prompt section. Empty where there is no rule, else it ends with a line break. Whatever a rule's text holds, it can't
 * end its own part or begin another rule's.
 */
export function composePrompt(rules: readonly AppliedRule[], format: PromptFormat = "markdown"): string {
  return rules.length === 0 ? "" : composers[format](rules);
}
