import type { Rule } from "@precept/core";
import type { Fault, Faults } from "./mutant.ts";

function savingInstead(instead: (rule: Rule) => Rule): Fault {
  return (store) => ({ save: (rule, options) => store.save(instead(rule), options) });
}

/** Faults of a store that keeps something else than what it was handed. */
export const faultsOfKeeping: Faults = {
  "mends rules that are not valid": savingInstead((rule) => ({
    ...rule,
    name: rule.name === "" ? "unnamed" : rule.name,
    priority: Math.min(100, Math.max(1, Math.round(rule.priority))),
  })),
  "keeps a rule that it can't keep as another one": savingInstead((rule) => ({ ...rule, name: rule.name.replaceAll("\n", " ") })),
  "keeps no replacements": savingInstead((rule) => ({ ...rule, replaces: [] })),
  "keeps no description": savingInstead((rule) => ({ ...rule, description: "" })),
  "adds a tag of its own": savingInstead((rule) => ({ ...rule, tags: [...rule.tags, "by:store"] })),
  "keeps no letters beyond the first plane": savingInstead((rule) => ({
    ...rule,
    content: rule.content.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
  })),
  "keeps texts in normal form": savingInstead((rule) => ({ ...rule, content: rule.content.normalize("NFC") })),
  "turns line breaks into LF": savingInstead((rule) => ({ ...rule, content: rule.content.replace(/\r\n?/g, "\n") })),
  "takes the body's beginning for front matter": savingInstead((rule) => ({
    ...rule,
    content: rule.content.replace(/^---\n[^]*?---\n/, ""),
  })),
  "trims contents": savingInstead((rule) => ({ ...rule, content: `${rule.content.trim()}\n` })),
  "keeps 64 KB of a text": savingInstead((rule) => ({ ...rule, content: rule.content.slice(0, 65_536) })),
  "fills in an empty text": savingInstead((rule) => ({ ...rule, content: rule.content || "To be written." })),
  "trims descriptions": savingInstead((rule) => ({ ...rule, description: rule.description.trim() })),
  "splits tags at commas and spaces": savingInstead((rule) => ({
    ...rule,
    tags: rule.tags.flatMap((tag) => tag.split(/[, ]+/)),
  })),
  "keeps metadata one level deep": savingInstead((rule) => ({
    ...rule,
    metadata: Object.fromEntries(
      Object.entries(rule.metadata).map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : value]),
    ),
  })),
  "keeps conditions as texts": savingInstead(({ conditions, ...rule }) => ({
    ...rule,
    ...(conditions && {
      conditions: Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, JSON.stringify(value)])),
    }),
  })),
};
