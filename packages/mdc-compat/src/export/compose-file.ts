import { detectLineBreak, type Rule } from "@precept/core";
import type { WantedFile } from "./draft.ts";

/** The text of a file that says one rule, or several one after the other. */
export function composeFile({ codec, rules, kept: { head } }: WantedFile, original: string | undefined): string {
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) {
    // What was there before is known by its head alone: the rest of it was the rule's text.
    return codec.print(only, original ?? (head === undefined ? undefined : head + only.content)).text;
  }
  const parts = rules.map((rule) => titled(rule, codec.print(rule).text.replace(/^\uFEFF/, "")).trimEnd());
  const eol = detectLineBreak(parts.find((part) => part.includes("\n")) ?? "");
  return `${parts.join(eol + eol)}${eol}`;
}

/** Where several rules share a file, each begins with a heading. */
function titled({ name }: Rule, text: string): string {
  return /^\s*#{1,6}\s/.test(text) ? text.replace(/^\s+/, "") : `## ${name}\n\n${text.replace(/^\s+/, "")}`;
}
