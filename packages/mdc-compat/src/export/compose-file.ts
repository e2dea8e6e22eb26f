import { detectLineBreak, type Rule } from "@precept/core";
import type { DraftFile } from "./draft.ts";

/** Prints a file with one rule, or with several rules one after the other. */
export function composeFile({ codec, rules, preserved: { head } }: DraftFile, original: string | undefined): string {
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) {
    // The ledger stores only the head of an imported file: the rest is the content of the rule.
    return codec.print(only, original ?? (head === undefined ? undefined : head + only.content)).text;
  }
  const parts = rules.map((rule) => addHeading(rule, codec.print(rule).text.replace(/^\uFEFF/, "")).trimEnd());
  const eol = detectLineBreak(parts.find((part) => part.includes("\n")) ?? "");
  return `${parts.join(eol + eol)}${eol}`;
}

/** Adds the name of the rule as a heading, unless the text starts with one. */
function addHeading({ name }: Rule, text: string): string {
  return /^\s*#{1,6}\s/.test(text) ? text.replace(/^\s+/, "") : `## ${name}\n\n${text.replace(/^\s+/, "")}`;
}
