import type { PromptFormat } from "@precept/contract/values";
import type { AppliedRule } from "../model/resolution.ts";
import type { ComposedRule, RuleComposer } from "./composer.ts";
import { createCompactComposer } from "./compact.ts";
import { createMarkdownComposer } from "./markdown.ts";
import { createMdcComposer } from "./mdc.ts";
import { createXmlComposer } from "./xml.ts";

/** The default format of what is sent to an agent rather than read by a user: each session pays its tokens. */
export const agentPromptFormat: PromptFormat = "compact";

const composers: Record<PromptFormat, (rules: readonly ComposedRule[]) => RuleComposer> = {
  markdown: createMarkdownComposer,
  mdc: createMdcComposer,
  xml: createXmlComposer,
  compact: createCompactComposer,
};

/** Creates the composer of a section with these rules, or with some of them. */
export function createComposer(rules: readonly ComposedRule[], format: PromptFormat): RuleComposer {
  return composers[format](rules);
}

/** Step 5 of resolving: composes the prompt section. The text of a rule cannot end its part or imitate another rule. */
export function composePrompt(rules: readonly AppliedRule[], format: PromptFormat = "markdown"): string {
  return joinParts(composeParts(rules, format));
}

/** The parts of the prompt section; none without rules. */
export function composeParts(rules: readonly ComposedRule[], format: PromptFormat): readonly string[] {
  if (rules.length === 0) return [];
  const { opening, compose, closing } = createComposer(rules, format);
  return [opening, ...rules.map(compose), ...(closing === "" ? [] : [closing])];
}

/** Joins the parts, and a list that follows them. The last part ends in an empty line only before a list. */
export function joinParts(parts: readonly string[], list = ""): string {
  return list === "" ? parts.join("").slice(0, -1) : parts.join("") + list;
}
