import type { AppliedRule } from "../model/resolution.ts";
import { describeReason } from "../trace/describe-reason.ts";
import { singleLine } from "../text/format.ts";

const opening = "--- rule: ";

export function composeMdc(rules: readonly AppliedRule[]): string {
  return rules
    .map((rule) => {
      const description = singleLine(rule.rule.description);
      const header = [
        `${opening}${singleLine(rule.rule.name)}`,
        ...(description === "" ? [] : [`description: ${description}`]),
        `applies: ${singleLine(describeReason(rule.reason, rule.matchedFiles))}`,
        "---",
      ];
      return `${header.join("\n")}\n${quoteOpenings(rule.content.trim())}\n`;
    })
    .join("\n");
}

/** Escapes lines that look like the header of a rule. */
function quoteOpenings(text: string): string {
  return text.replace(/^([^\S\r\n]*)(-{3,}[^\S\r\n]*rule:)/gim, "$1\\$2");
}
