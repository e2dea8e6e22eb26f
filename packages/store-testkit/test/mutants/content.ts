import type { Rule } from "@precept/core";
import type { Mutation, Mutants } from "../mutant-suite.ts";

function savingInstead(instead: (rule: Rule) => Rule): Mutation {
  return (store) => ({ save: (rule, options) => store.save(instead(rule), options) });
}

/** Mutants that save something other than the given rule. */
export const contentMutants: Mutants = {
  "repairs invalid rules": savingInstead((rule) => ({
    ...rule,
    name: rule.name === "" ? "unnamed" : rule.name,
    priority: Math.min(100, Math.max(1, Math.round(rule.priority))),
  })),
  "changes the name of a rule that it cannot save": savingInstead((rule) => ({
    ...rule,
    name: rule.name.replaceAll("\n", " "),
  })),
  "drops replacements": savingInstead((rule) => ({ ...rule, replaces: [] })),
  "drops the description": savingInstead((rule) => ({ ...rule, description: "" })),
  "adds a tag": savingInstead((rule) => ({ ...rule, tags: [...rule.tags, "by:store"] })),
  "drops characters above U+FFFF": savingInstead((rule) => ({
    ...rule,
    content: rule.content.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
  })),
  "normalises texts": savingInstead((rule) => ({ ...rule, content: rule.content.normalize("NFC") })),
  "converts line breaks to LF": savingInstead((rule) => ({ ...rule, content: rule.content.replace(/\r\n?/g, "\n") })),
  "reads the start of the text as front matter": savingInstead((rule) => ({
    ...rule,
    content: rule.content.replace(/^---\n[^]*?---\n/, ""),
  })),
  "trims contents": savingInstead((rule) => ({ ...rule, content: `${rule.content.trim()}\n` })),
  "truncates a text to 64 KB": savingInstead((rule) => ({ ...rule, content: rule.content.slice(0, 65_536) })),
  "replaces an empty text": savingInstead((rule) => ({ ...rule, content: rule.content || "To be written." })),
  "trims descriptions": savingInstead((rule) => ({ ...rule, description: rule.description.trim() })),
  "splits tags at commas and spaces": savingInstead((rule) => ({
    ...rule,
    tags: rule.tags.flatMap((tag) => tag.split(/[, ]+/)),
  })),
  "flattens metadata": savingInstead((rule) => ({
    ...rule,
    metadata: Object.fromEntries(
      Object.entries(rule.metadata).map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : value]),
    ),
  })),
  "converts conditions to texts": savingInstead(({ conditions, ...rule }) => ({
    ...rule,
    ...(conditions && {
      conditions: Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, JSON.stringify(value)])),
    }),
  })),
};
