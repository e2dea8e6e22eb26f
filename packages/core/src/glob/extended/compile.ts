import picomatch from "picomatch";
import { findClassEnd } from "../find-class-end.ts";
import { ExpressionMatcher } from "./expression-matcher.ts";
import { findGroups } from "./find-groups.ts";
import { parseExpression } from "./parse-expression.ts";

/**
 * Compiles a pattern with picomatch. The result matches in linear time, which a regular expression of JavaScript does
 * not. @returns undefined if the pattern matches nothing.
 */
export function compileExtended(pattern: string): ExpressionMatcher | undefined {
  const expression = parseExpression(writeExpression(pattern));
  return expression && new ExpressionMatcher(expression);
}

const options: picomatch.PicomatchOptions & { readonly maxExtglobRecursion: false } = {
  dot: true,
  posix: true,
  nonegate: true,
  strictSlashes: true,
  fastpaths: false,
  // Repeats in repeats take exponential time in JavaScript, but not here.
  maxExtglobRecursion: false,
};

/** Returns the regular expression that picomatch writes for a pattern. */
export function writeExpression(pattern: string): string {
  return picomatch.parse(escapeOrdinary(pattern), options).output.replaceAll(classOrText, backslash);
}

/** A backslash in a class: after three backslashes at the end of a pattern, picomatch reads on without end. */
const backslash = "[\\\\]";
/** What picomatch writes for it: a class, or its text. */
const classOrText = String.raw`(?:\[\\\]|[\\])`;

/** Escapes the characters that mean something to picomatch, but are ordinary in our language. */
function escapeOrdinary(pattern: string): string {
  const groups = findGroups(pattern);
  /** The ends of the groups that are open, and what to write there. */
  const ends: { readonly end: number; readonly text: string }[] = [];
  /** The number of open parentheses that begin no group. */
  let plain = 0;
  // With a named class, picomatch takes other dots for any character.
  const dot = pattern.includes("[:") ? "[.]" : ".";
  let result = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const groupEnd = groups.get(at);
    const classEnd = character === "[" ? findClassEnd(pattern, at) : undefined;
    if (groupEnd !== undefined) {
      // picomatch would take `(?` for the start of a regular expression.
      const isFirst = character === "?" && result.endsWith("(");
      ends.push({ end: groupEnd, text: isFirst ? "|)" : ")" });
      result += isFirst ? "@(" : `${character}(`;
      at += 1;
    } else if (classEnd !== undefined) {
      result += pattern.slice(at, classEnd + 1).replaceAll(/\\([A-Za-z0-9])/g, "$1");
      at = classEnd;
    } else if (at === ends.at(-1)?.end) {
      result += ends.pop()?.text ?? "";
    } else if (character === "\\") {
      at += 1;
      const next = pattern.charAt(at);
      if (/[A-Za-z0-9]/.test(next)) result += next;
      else if (next === ".") result += dot;
      else result += next === "" || next === "\\" ? backslash : `\\${next}`;
    } else if (character === "?" && /[()]$/.test(result)) {
      result += "[^/]";
    } else if (character === ".") result += dot;
    else {
      if (character === "(") plain += 1;
      else if (character === ")") plain -= 1;
      const isBrace = "{}".includes(character) && ends.length === 0;
      const isBar = character === "|" && ends.length > 0 && plain === 0;
      result += isBrace || (ordinary.includes(character) && !isBar) ? `\\${character}` : character;
    }
  }
  return result;
}

const ordinary = "()|+$^\"'[]@!";
