import type { RuleComposer } from "./composer.ts";
import { describeReason } from "../trace/describe-reason.ts";
import { ownDescription } from "../model/own-description.ts";
import { singleLine } from "../text/format.ts";

const opening = "--- rule: ";

export function createMdcComposer(): RuleComposer {
  return {
    opening: "",
    compose: (rule) => {
      const description = singleLine(ownDescription(rule.rule));
      const header = [
        `${opening}${singleLine(rule.rule.name)}`,
        ...(description === "" ? [] : [`description: ${description}`]),
        `applies: ${singleLine(describeReason(rule.reason, rule.matchedFiles))}`,
        "---",
      ];
      return `${header.join("\n")}\n${quoteOpenings(rule.content.trim())}\n\n`;
    },
    closing: "",
  };
}

/** Escapes lines that look like the header of a rule, or of the list of rules to ask for. */
function quoteOpenings(text: string): string {
  return text.replace(/^([^\S\r\n]*)(-{3,}[^\S\r\n]*(?:rule:|rules to ask for))/gim, "$1\\$2");
}
