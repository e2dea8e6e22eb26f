import { programNameOf } from "../program-name.ts";
import type { NewCommand } from "../state/command-draft.ts";

const maxParts = 1000;

/** An assignment of a shell, or a wrapper, before the program. */
const prefix = /^(?:[A-Za-z_]\w*=\S*|sudo|doas|env|command|builtin|exec|nohup|time|then|do|else|and|or|not|begin|&)$/;

/**
 * Reads the commands of a text in the language of another shell, such as fish, zsh or PowerShell, roughly: it is split
 * at separators and blanks, and quotes are removed. May mistake a word of a string for a command, but finds every
 * command that is written in full.
 *
 * @returns the parts. Undefined if there are too many.
 */
export function readOtherShell(text: string): readonly NewCommand[] | undefined {
  const parts = [...text.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|[^\n;|&(){}"'`])+/g)];
  if (parts.length > maxParts) return undefined;
  return parts.flatMap(({ 0: part, index }) => {
    const matches = [...part.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|[^\s"'])+/g)];
    while (matches[0] !== undefined && prefix.test(matches[0][0])) matches.shift();
    const [first] = matches;
    if (first === undefined) return [];
    const [name = "", ...rest] = matches.map(([word]) => word.replaceAll(/["']/g, ""));
    return {
      program: programNameOf(name),
      words: rest.filter((word) => !/^\d?>/.test(word)),
      redirects: redirectsIn(rest),
      wrappers: [],
      location: { start: index + first.index, end: index + part.trimEnd().length },
    };
  });
}

function redirectsIn(words: readonly string[]): NewCommand["redirects"] {
  return words.flatMap((word, at) => {
    const [, operator, target = ""] = /^\d?(>>?)(.*)$/.exec(word) ?? [];
    return operator === undefined ? [] : [{ operator, target: target === "" ? (words[at + 1] ?? "") : target }];
  });
}
