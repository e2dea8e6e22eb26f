import type { AppliedRule } from "../model/resolution.ts";
import { nestMarkdown } from "./nest-markdown.ts";
import { singleLine } from "../text/single-line.ts";

/** The level of the headings of rules. */
const ruleLevel = 3;

export function composeMarkdown(rules: readonly AppliedRule[]): string {
  const parts = rules.map((rule) => {
    const name = `${"#".repeat(ruleLevel)} ${singleLine(rule.rule.name)}`;
    const description = singleLine(rule.rule.description);
    return [
      name,
      ...(description === "" ? [] : [`*${description.replaceAll("*", "\\*")}*`]),
      nestMarkdown(rule.content, ruleLevel),
    ].join("\n\n");
  });
  return `${["## Agent Rules", "The following rules guide your behavior:", ...parts].join("\n\n").trimEnd()}\n`;
}
