import type { ComposedRule, RuleComposer } from "./composer.ts";
import { describeReason } from "../trace/describe-reason.ts";
import { ownDescription } from "../model/own-description.ts";
import { singleLine } from "../text/format.ts";

export function createXmlComposer(): RuleComposer {
  return { opening: "<rules>\n", compose: composeRule, closing: "</rules>\n\n" };
}

function composeRule({ rule, reason, matchedFiles, content }: ComposedRule): string {
  const description = ownDescription(rule);
  const attributes = Object.entries({
    name: rule.name,
    ...(description !== "" && { description }),
    scope: rule.scope,
    reason: describeReason(reason, matchedFiles),
  }).map(([key, value]) => ` ${key}="${escapeAttribute(singleLine(value))}"`);
  return `<rule${attributes.join("")}>\n${quoteTags(content.trim())}\n</rule>\n`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes only the tags that delimit rules, so that code in the text stays unchanged. */
function quoteTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*rules?\b)/gi, "&lt;");
}
