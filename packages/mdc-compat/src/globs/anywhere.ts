import { expandBraces, findClassEnd, isExclusion, maxAlternatives } from "@precept/core";

/** Splits a list of patterns at commas outside braces and brackets. Like VS Code, ignores nesting and backslashes. */
export function splitAnywhereGlobs(list: string): readonly string[] {
  return splitAt(list, ",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function splitAt(text: string, separator: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  let inBraces = false;
  let inBrackets = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{" || character === "}") inBraces = character === "{";
    else if (character === "[" || character === "]") inBrackets = character === "[";
    else if (character === separator && !inBraces && !inBrackets) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, text.slice(start)];
}

const globstar = "**/";

/**
 * Converts a pattern to Precept's syntax, for tools that match all patterns at any depth, as VS Code does. A pattern
 * that matches nothing in the tool is converted to one that matches nothing.
 */
export function fromAnywhereGlob(glob: string): string {
  const anywhere = /^(?:\/|\*\*\/)/.test(glob) ? glob : globstar + glob;
  // A trailing slash has no effect in VS Code.
  const pattern = readBraces(anywhere.replace(/\/$/, "").replaceAll("\\", "\\\\"))
    // `.` and empty segments match nothing.
    .replace(/(?<=[/{,])\.(?=[/},]|$)|(?<=\/)(?=\/|$)/g, "[.]");
  // VS Code matches a leading slash against the absolute path: without `**`, nothing in the project matches.
  if (/^\/(?!\*\*(?:\/|$))/.test(glob)) return `..${pattern}`;
  const rest = pattern.replace(/^\//, "");
  return matchesAll.test(rest) ? rest.slice(globstar.length) : rest;
}

/** Patterns for every file, such as `**\/**\/*`. The shorter `*`, `**` and `**\/*` make the rule always apply. */
const matchesAll = /^(?:\*\*\/){2,}\*$/;

/** Reads braces as VS Code does: they end at the first `}`, and the pattern ends at a `{` or `[` that is not closed. */
function readBraces(pattern: string): string {
  let read = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? "";
    if (character === "[") {
      const end = findClassEnd(pattern, at);
      if (end === undefined) return read;
      read += pattern.slice(at, end + 1);
      at = end;
    } else if (character === "{") {
      const end = pattern.indexOf("}", at);
      if (end < 0) return read;
      const isWholeSegment = pattern[at - 1] === "/" && (pattern[end + 1] ?? "/") === "/";
      read += readAlternatives(pattern.slice(at + 1, end), isWholeSegment);
      at = end;
    } else if (character !== "}") read += character;
  }
  return read;
}

/** @param isWholeSegment whether the alternatives are whole path segments, which cannot be empty. */
function readAlternatives(inside: string, isWholeSegment: boolean): string {
  const alternatives = splitAt(inside, ",").map((alternative) => alternative.replace(/\{.*/, ""));
  const valid = alternatives.filter((one, at) => one !== "" || !(isWholeSegment || at === alternatives.length - 1));
  return valid.length > 1 ? `{${valid.join(",")}}` : valid.join("");
}

/**
 * Converts a pattern from Precept's syntax, for tools that match all patterns at any depth. A pattern with nested
 * braces or escaped characters becomes one pattern per alternative.
 *
 * @returns no patterns if the pattern matches no file, or contains characters that the tool cannot escape.
 */
export function toAnywhereGlobs(glob: string): readonly string[] {
  if (isExclusion(glob)) return [glob];
  const hasNoSlash = !glob.includes("/");
  const pattern = glob.replace(/\/$/, "/**").replace(/^(?:\.?\/)+/, "");
  if (isPlain(pattern)) return [startsOutside.test(pattern) ? pattern.slice(2) : prefixGlobstar(pattern, hasNoSlash)];
  const converted: string[] = [];
  for (const alternative of expandBraces(pattern, maxAlternatives) ?? []) {
    const segments = alternative.split("/").filter((segment) => segment !== "" && segment !== ".");
    if (segments.length === 0 || /(?:^|\/)\.$/.test(alternative)) continue;
    const escaped = segments.map(escapeSegment);
    if (escaped.includes(undefined)) return [];
    converted.push(prefixGlobstar(escaped.join("/"), hasNoSlash));
  }
  return converted;
}

/** Patterns that match only files outside the project, and get a leading slash. With `**` they could match inside. */
const startsOutside = /^\.\.\/(?!\*\*|\{)/;

/** Character classes and braces that have the same meaning in all tools. */
const plainClass = /\[[!^]?[^{}[\]\\/,!^][^{}[\]\\/,]*\]/;
const plainBraces = /\{[^{}[\]\\,]+(?:,[^{}[\]\\,]+)+\}/;
const plain = new RegExp(`^(?:[^{}[\\]\\\\,]|${plainClass.source}|${plainBraces.source})*$`);

/** Whether a pattern needs no conversion: it has no nested braces, backslashes and empty segments. */
function isPlain(pattern: string): boolean {
  return plain.test(pattern) && !/(?:^|[/{,])\.?(?:[/},]|$)/.test(pattern);
}

function prefixGlobstar(pattern: string, hasNoSlash: boolean): string {
  // Lists of patterns lose their leading spaces. A globstar before them prevents that, and matches the same files.
  const start = hasNoSlash || /^\s/.test(pattern) ? globstar + pattern : pattern;
  if (start === "*") return `${globstar}${globstar}*`;
  return /^\*\*$|^(?:\*\*\/)+\*$/.test(start) ? globstar + start : start;
}

/**
 * Escapes a path segment without braces for VS Code, which supports no backslashes: special characters are put in a
 * character class.
 *
 * @returns undefined if the segment cannot be escaped.
 */
function escapeSegment(segment: string): string | undefined {
  let escaped = "";
  for (let at = 0; at < segment.length; at += 1) {
    const character = segment[at] ?? "";
    const end = character === "[" ? findClassEnd(segment, at) : undefined;
    if (end !== undefined) {
      const members = segment.slice(at + 1, end);
      if (/[[\]{}\\]/.test(members)) return undefined;
      escaped += `[${members}]`;
      at = end;
    } else if (character === "\\" && at + 1 < segment.length) {
      at += 1;
      escaped += escapeCharacter(segment[at] ?? "");
    } else escaped += "*?".includes(character) ? character : escapeCharacter(character);
  }
  // VS Code does not split at separators after an unbalanced brace or bracket.
  return splitAt(`${escaped}/`, "/").length === 2 && splitAt(`${escaped},`, ",").length === 2 ? escaped : undefined;
}

function escapeCharacter(character: string): string {
  return "*?[]{},".includes(character) ? `[${character}]` : character;
}
