import { findCode } from "@precept/core";
import type { ExpansionSpec } from "../model/spec.ts";

/** `$ARGUMENTS`, `$ARGUMENTS[0]`, `$1`. Claude Code takes a single backslash before the dollar sign as an escape. */
export const escapableArguments: ExpansionSpec = {
  pattern: () => /(?<!\\)\$(?=ARGUMENTS|\d)/g,
  escape: (match) => `\\${match}`,
  effect: "replaces `$1` and `$ARGUMENTS` by arguments",
};

/** An argument behind a backslash, of which Claude Code would remove one, or behind two, which it does not take as an escape. */
export const escapedArguments: ExpansionSpec = {
  pattern: () => /\\\$(?=ARGUMENTS|\d)/g,
  effect: "reads `\\$1` as an escaped `$1`",
};

/** Arguments of a tool that documents no escape for them. */
export const bareArguments: ExpansionSpec = {
  pattern: () => /\$(?=ARGUMENTS|\d)/g,
  effect: "replaces `$1` and `$ARGUMENTS` by arguments",
};

export const claudeVariables: ExpansionSpec = {
  pattern: () => /\$\{CLAUDE_[A-Z_]+\}/g,
  effect: "replaces `${CLAUDE_SESSION_ID}` and other variables",
};

/** A command between backticks behind `!`. A `!` behind a word, as in `println!`, is not one. */
const inlineCommand = () => /(?<![\p{L}\p{N}_`)\]])!`[^`\n]+`/gu;

export const inlineCommands: ExpansionSpec = { pattern: inlineCommand, effect: "runs commands such as !`date`" };

export const commandsInText: ExpansionSpec = { ...inlineCommands, inCode: false };

export const commandBlocks: ExpansionSpec = {
  pattern: () => /^[ \t]*(?:`{3,}|~{3,})!/gm,
  effect: "runs the commands in code blocks that start with ```!",
};

/** `@path` with a directory or an extension. */
export const fileMentions: ExpansionSpec = {
  pattern: () => /(?<![\p{L}\p{N}_`@\\/.-])@[\w~-]*(?:\/|\.\w)[\w./-]*/gu,
  effect: "inserts files such as @docs/style.md",
};

/** Whether the tool would replace something in the text. */
export function expands(text: string, { pattern, inCode = true }: ExpansionSpec): boolean {
  if (text.search(pattern()) < 0) return false;
  if (inCode) return true;
  const code = findCode(text);
  // The command itself is code, so only the `!` before it counts.
  return Array.from(text.matchAll(pattern())).some(({ index }) => !code.some(([start, end]) => index >= start && index < end));
}

/** Escapes everything that the tool would replace and for which it has an escape. */
export function escapeExpansions(text: string, expansions: readonly ExpansionSpec[]): string {
  return expansions.reduce(
    (escaped, { pattern, escape }) => (escape === undefined ? escaped : escaped.replace(pattern(), escape)),
    text,
  );
}
