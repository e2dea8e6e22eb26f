import type { AppliedRule } from "../model/resolution.ts";
import { nestMarkdown } from "./nest-markdown.ts";
import { singleLine } from "../text/format.ts";

const ruleLevel = 3;

/** The sections of rules that were composed before. A server composes the same ones for most requests. */
const composed = new WeakMap<AppliedRule["rule"], { readonly content: string; readonly section: string }>();

export function composeMarkdown(rules: readonly AppliedRule[]): string {
  const parts = rules.map(({ rule, content }) => {
    const known = composed.get(rule);
    // The text of a rule with file references, or one that was truncated, differs from request to request.
    if (known?.content === content) return known.section;
    const section = composeSection(rule, content);
    composed.set(rule, { content, section });
    return section;
  });
  return `${["## Agent Rules", "The following rules guide your behavior:", ...parts].join("\n\n").trimEnd()}\n`;
}

function composeSection({ name, description }: AppliedRule["rule"], content: string): string {
  const line = singleLine(description);
  return [
    `${"#".repeat(ruleLevel)} ${singleLine(name)}`,
    ...(line === "" ? [] : [`*${line.replaceAll("*", "\\*")}*`]),
    nestMarkdown(content, ruleLevel),
  ].join("\n\n");
}
