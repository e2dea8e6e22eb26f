import type { AllowedUse, RetiredWord, WordList } from "./word-list.ts";
import type { Segment } from "./segments.ts";

/** A retired word in a file. */
export interface Finding {
  /** The form that was found, in lower case. */
  readonly word: string;
  /** The whole name, or the text around the word. */
  readonly excerpt: string;
  readonly replacement: string;
  /** Characters from the beginning of the file. */
  readonly offset: number;
}

/** Finds retired words in the segments of one file. */
export function findRetiredWords(path: string, segments: readonly Segment[], { retired, allowed }: WordList): readonly Finding[] {
  const here = allowed.filter(({ where }) => where === "everywhere" || path.startsWith(where));
  const inNames = retired.filter(({ retiredIn }) => retiredIn !== "text");
  const inText = retired.filter(({ retiredIn }) => retiredIn !== "names");
  return segments.flatMap((segment) =>
    segment.kind === "name" ? findInName(segment, inNames, here) : findInText(segment, inText, here),
  );
}

/** The words of a name, in lower case: `keepAllRules`, `keep-all-rules` and `KEEP_ALL_RULES` have the same three. */
export function splitName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

function findInName(
  { text, offset }: Segment,
  retired: readonly RetiredWord[],
  allowed: readonly AllowedUse[],
): readonly Finding[] {
  if (allowed.some(({ use }) => use === text)) return [];
  const words = ` ${splitName(text).join(" ")} `;
  return retired.flatMap(({ forms, replacement }) =>
    forms.filter((form) => words.includes(` ${form} `)).map((word) => ({ word, excerpt: text, replacement, offset })),
  );
}

function findInText(
  { text, offset }: Segment,
  retired: readonly RetiredWord[],
  allowed: readonly AllowedUse[],
): readonly Finding[] {
  const searched = allowed.reduce((rest, { use }) => rest.replaceAll(patternOf(use), (match) => " ".repeat(match.length)), text);
  return retired.flatMap(({ forms, replacement }) =>
    forms.flatMap((word) =>
      [...searched.matchAll(patternOf(word))].map(({ index }) => ({
        word,
        excerpt: text
          .slice(Math.max(0, index - 30), index + word.length + 30)
          .replaceAll(/\s+/g, " ")
          .trim(),
        replacement,
        offset: offset + index,
      })),
    ),
  );
}

const patterns = new Map<string, RegExp>();

/** Matches a phrase as whole words, whatever white space is between them. */
function patternOf(phrase: string): RegExp {
  const known = patterns.get(phrase);
  if (known !== undefined) return known;
  const words = phrase.split(" ").map((word) => word.replaceAll(/[^\w\s]/g, String.raw`\$&`));
  const pattern = new RegExp(String.raw`(?<![\w-])${words.join(String.raw`\s+`)}(?![\w-])`, "gi");
  patterns.set(phrase, pattern);
  return pattern;
}
