import type { Rule } from "../model/rule.ts";
import { ownDescription } from "../model/own-description.ts";
import type { ComposedRule, RuleComposer } from "./composer.ts";
import { nestMarkdown } from "./nest-markdown.ts";
import { singleLine } from "../text/format.ts";

const ruleLevel = 3;

/** The sections of rules that were composed before. A server composes the same ones for most requests. */
const composed = new WeakMap<Rule, { readonly content: string; readonly section: string }>();

export function createMarkdownComposer(): RuleComposer {
  return { opening: "## Agent Rules\n\nThe following rules guide your behavior:\n\n", compose: composeRule, closing: "" };
}

function composeRule({ rule, content }: ComposedRule): string {
  const known = composed.get(rule);
  // The text of a rule with file references, or one that was truncated, differs from request to request.
  if (known?.content === content) return known.section;
  const section = composeSection(rule, content);
  composed.set(rule, { content, section });
  return section;
}

function composeSection(rule: Rule, content: string): string {
  const line = singleLine(ownDescription(rule));
  const section = [
    `${"#".repeat(ruleLevel)} ${singleLine(rule.name)}`,
    ...(line === "" ? [] : [`*${line.replaceAll("*", "\\*")}*`]),
    nestMarkdown(content, ruleLevel),
  ].join("\n\n");
  return `${section.trimEnd()}\n\n`;
}
