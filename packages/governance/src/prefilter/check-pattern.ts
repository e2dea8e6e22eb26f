import type { AST } from "@eslint-community/regexpp";
import { findAmbiguity } from "./ambiguity.ts";
import { holdsStrings, parsePattern } from "./parse-pattern.ts";

/** Characters of a pattern's source. */
export const maxPatternLength = 4000;
/** Groups of a pattern, of whatever kind. */
const maxGroups = 200;
/** Parts of a pattern once its counted repetitions are written out. */
const maxUnrolledParts = 20_000;

/** Why a pattern isn't run at all. */
export type RefusalReason = "syntax" | "too-long" | "too-many-groups" | "too-large" | "ambiguous";

/** What can be said of a pattern without running it. */
export type PatternCheck =
  | { readonly status: "ok" }
  | {
      readonly status: "refused";
      readonly reason: RefusalReason;
      /** What is wrong, as a sentence. */
      readonly message: string;
      /** What its author can do about it. */
      readonly hint: string;
    };

/**
 * Refuses patterns that aren't regular expressions, that would take long to compile, or that certainly are ambiguous in a way that makes
 * the time to fail double with each character.
 *
 * It says nothing about the rest: a pattern that is let through may still be slow, so run it within a time budget.
 */
export function checkPattern(source: string, flags = ""): PatternCheck {
  if (source.length > maxPatternLength) {
    return refuse(
      "too-long",
      `A pattern of ${source.length} characters is longer than ${maxPatternLength}.`,
      "Split it into several policies, or look for keywords.",
    );
  }
  const parsed = parsePattern(source, flags);
  const complaint = complaintOf(source, flags);
  if (parsed === undefined || complaint !== undefined) {
    const message = complaint ?? "The pattern is nested too deeply, or uses syntax that can't be checked.";
    return refuse("syntax", message, "Write it as `new RegExp` takes it, without slashes around it.");
  }
  return checkSize(parsed.pattern) ?? checkAmbiguity(parsed.pattern) ?? { status: "ok" };
}

function checkSize(pattern: AST.Pattern): PatternCheck | undefined {
  const size = sizeOfAlternatives(pattern.alternatives);
  if (size.groups > maxGroups) {
    return refuse(
      "too-many-groups",
      `A pattern with ${size.groups} groups has more than ${maxGroups}.`,
      "Split it into several policies.",
    );
  }
  if (size.parts > maxUnrolledParts) {
    return refuse(
      "too-large",
      `With its repetitions written out, the pattern has ${size.parts} parts, more than ${maxUnrolledParts}.`,
      "Repeat less often, or without an upper limit: {1000}{1000} is a million.",
    );
  }
  return undefined;
}

function checkAmbiguity(pattern: AST.Pattern): PatternCheck | undefined {
  const ambiguity = findAmbiguity(pattern);
  if (ambiguity === undefined) return undefined;
  const { part, advice } = ambiguity;
  return refuse(
    "ambiguous",
    `${part} can divide the same text among its rounds in very many ways, and tries them all before it fails.`,
    advice,
  );
}

function refuse(reason: RefusalReason, message: string, hint: string): PatternCheck {
  return { status: "refused", reason, message, hint };
}

/** What V8 has against a pattern. */
function complaintOf(source: string, flags: string): string | undefined {
  if (source === "") return "The pattern is empty.";
  try {
    // Whether it compiles is all there is to know.
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

/** Sets of whole strings, such as all emoji, are written out as thousands of alternatives. */
const partsOfStringSet = 4000;

function sizeOfAlternatives(alternatives: readonly AST.Alternative[]): Size {
  const sizes = alternatives.flatMap(({ elements }) => elements.map(sizeOf));
  return {
    parts: sizes.reduce((sum, { parts }) => sum + parts, 1),
    groups: sizes.reduce((sum, { groups }) => sum + groups, 0),
  };
}

function sizeOf(element: AST.Element): Size {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return withGroup(sizeOfAlternatives(element.alternatives));
    case "Assertion":
      return "alternatives" in element ? withGroup(sizeOfAlternatives(element.alternatives)) : { parts: 1, groups: 0 };
    case "Quantifier": {
      const { parts, groups } = sizeOf(element.element);
      const times = Number.isFinite(element.max) ? element.max : element.min + 1;
      return { parts: parts * Math.max(1, times), groups };
    }
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return { parts: holdsStrings(element.raw) ? partsOfStringSet : 1, groups: 0 };
    case "Character":
    case "Backreference":
      return { parts: 1, groups: 0 };
  }
}

function withGroup({ parts, groups }: Size): Size {
  return { parts, groups: groups + 1 };
}
