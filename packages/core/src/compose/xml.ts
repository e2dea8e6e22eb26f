import type { AppliedRule } from "../model/resolution.ts";
import { describeReason } from "../trace/describe-reason.ts";
import { singleLine } from "../text/format.ts";

export function composeXml(rules: readonly AppliedRule[]): string {
  const parts = rules.map(({ rule, reason, matchedFiles, content }) => {
    const attributes = Object.entries({
      name: rule.name,
      ...(rule.description !== "" && { description: rule.description }),
      scope: rule.scope,
      reason: describeReason(reason, matchedFiles),
    }).map(([key, value]) => ` ${key}="${escapeAttribute(singleLine(value))}"`);
    return `<rule${attributes.join("")}>\n${quoteTags(content.trim())}\n</rule>`;
  });
  return `<rules>\n${parts.join("\n")}\n</rules>\n`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes only the tags that delimit rules, so that code in the text stays unchanged. */
function quoteTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*rules?\b)/gi, "&lt;");
}
