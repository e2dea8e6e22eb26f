import type { AST } from "@eslint-community/regexpp";
import { findAmbiguousRepetition } from "./ambiguous-repetition.ts";
import { isCharacterElement, mayMatchStrings, parsePattern } from "./parse-pattern.ts";

/** The maximum length of a pattern, in UTF-16 code units. */
export const maxPatternLength = 4000;
const maxGroups = 200;
/** The maximum number of parts of a pattern after counted repetitions are unrolled. */
const maxUnrolledParts = 20_000;

/** Why a pattern is refused. */
export type RefusalReason = "syntax" | "too-long" | "too-many-groups" | "too-large" | "ambiguous";

/** The result of a static check of a pattern. */
export type PatternCheck =
  | { readonly status: "ok" }
  | {
      readonly status: "refused";
      readonly reason: RefusalReason;
      /** The problem, as a sentence. */
      readonly message: string;
      /** How to change the pattern. */
      readonly hint: string;
    };

/**
 * Checks a pattern without running it. Refuses invalid patterns, patterns that take long to compile, and patterns that
 * certainly backtrack exponentially. A pattern with status `ok` may still be slow, so run untrusted patterns with a
 * time limit.
 *
 * @example
 * ```ts
 * import { checkPattern } from "@precept/governance";
 *
 * const { status } = checkPattern("(a+)+$"); // "refused"
 * ```
 */
export function checkPattern(source: string, flags = ""): PatternCheck {
  if (source.length > maxPatternLength) {
    const message = `The pattern has ${source.length} characters; at most ${maxPatternLength} are allowed.`;
    return refuse("too-long", message, "Split it into several policies, or use keywords.");
  }
  const parsed = parsePattern(source, flags);
  const error = syntaxErrorOf(source, flags);
  if (parsed === undefined || error !== undefined) {
    const message = error ?? "The pattern is nested too deeply, or uses syntax that is not supported.";
    return refuse("syntax", message, "Write it as for `new RegExp`, without slashes around it.");
  }
  const size = checkSize(parsed.pattern);
  if (size !== undefined) return size;
  const repetition = findAmbiguousRepetition(parsed.pattern);
  if (repetition === undefined) return { status: "ok" };
  const message = `${repetition.source} can match the same text in exponentially many ways, and tries them all before it fails.`;
  return refuse("ambiguous", message, repetition.hint);
}

function checkSize(pattern: AST.Pattern): PatternCheck | undefined {
  const size = sizeOfAlternatives(pattern.alternatives);
  if (size.groups > maxGroups) {
    const message = `The pattern has ${size.groups} groups; at most ${maxGroups} are allowed.`;
    return refuse("too-many-groups", message, "Split it into several policies.");
  }
  if (size.parts > maxUnrolledParts) {
    const message = `The pattern has ${size.parts} parts after its repetitions are unrolled; at most ${maxUnrolledParts} are allowed.`;
    return refuse("too-large", message, "Use lower counts, or no upper limit: {1000}{1000} is a million.");
  }
  return undefined;
}

function refuse(reason: RefusalReason, message: string, hint: string): PatternCheck {
  return { status: "refused", reason, message, hint };
}

function syntaxErrorOf(source: string, flags: string): string | undefined {
  if (source === "") return "The pattern is empty.";
  try {
    void new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error);
  }
}

interface Size {
  readonly parts: number;
  readonly groups: number;
}

/** V8 expands a set of strings, such as all emoji, to thousands of alternatives. */
const partsOfStringSet = 4000;

function sizeOfAlternatives(alternatives: readonly AST.Alternative[]): Size {
  const sizes = alternatives.flatMap(({ elements }) => elements.map(sizeOf));
  return { parts: sizes.reduce((sum, { parts }) => sum + parts, 1), groups: sizes.reduce((sum, { groups }) => sum + groups, 0) };
}

function sizeOf(element: AST.Element): Size {
  if (element.type === "Quantifier") {
    const { parts, groups } = sizeOf(element.element);
    const times = Number.isFinite(element.max) ? element.max : element.min + 1;
    return { parts: parts * Math.max(1, times), groups };
  }
  if ("alternatives" in element) {
    const { parts, groups } = sizeOfAlternatives(element.alternatives);
    return { parts, groups: groups + 1 };
  }
  const isStringSet = element.type !== "Character" && isCharacterElement(element) && mayMatchStrings(element.raw);
  return { parts: isStringSet ? partsOfStringSet : 1, groups: 0 };
}
