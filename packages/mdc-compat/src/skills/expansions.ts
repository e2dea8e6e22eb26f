import { findCode } from "@precept/core";
import type { ExpansionSpec } from "../model/spec.ts";

/** Arguments of a tool that documents no escape for them. */
export const bareArguments: ExpansionSpec = {
  pattern: () => /\$(?=ARGUMENTS|\d)/g,
  effect: "replaces `$1` and `$ARGUMENTS` by arguments",
};

/** A command between backticks behind `!`. A `!` behind a word, as in `println!`, is not one. */
const inlineCommand = () => /(?<![\p{L}\p{N}_`)\]])!`[^`\n]+`/gu;

export const inlineCommands: ExpansionSpec = { pattern: inlineCommand, effect: "runs commands such as !`date`" };

export const commandsInText: ExpansionSpec = { ...inlineCommands, inCode: false };

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

/** Removes the escapes of `escapeExpansions` from an edited text, except those that the text had before (`native`). */
export function unescapeExpansions(text: string, native: string, expansions: readonly ExpansionSpec[]): string {
  return expansions.reduce(
    (unescaped, { escaped }) =>
      escaped === undefined
        ? unescaped
        : unescaped.replace(escaped(), (all: string, literal: string) => (native.includes(all) ? all : literal)),
    text,
  );
}
