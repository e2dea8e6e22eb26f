import { findClassEnd, expandBraces, maxAlternatives } from "@precept/core";

/** A list of patterns, split as VS Code does: at commas outside of braces and brackets, of which it sees neither nesting nor backslashes. */
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
 * A pattern of a tool that looks for every pattern at any depth, in the canonical language, where one with a slash begins in the root. Patterns that
 * find nothing there find nothing here.
 */
export function fromAnywhereGlob(glob: string): string {
  const anywhere = /^(?:\/|\*\*\/)/.test(glob) ? glob : globstar + glob;
  // A slash at the end means nothing.
  const pattern = readBraces(anywhere.replace(/\/$/, "").replaceAll("\\", "\\\\"))
    // No part of a path is called `.` or nothing.
    .replace(/(?<=[/{,])\.(?=[/},]|$)|(?<=\/)(?=\/|$)/g, "[.]");
  // The whole path of a file is compared with a pattern that begins with a slash: only below a globstar it is found in a project.
  if (/^\/(?!\*\*(?:\/|$))/.test(glob)) return `..${pattern}`;
  const rest = pattern.replace(/^\//, "");
  return matchesAll.test(rest) ? rest.slice(globstar.length) : rest;
}

/** What matches every file, one globstar longer than it has to be. The short forms do not only match files: such a rule always applies. */
const matchesAll = /^(?:\*\*\/){2,}\*$/;

/** Braces as VS Code sees them: they end at the first that closes them, and what is never closed is the end of the pattern. */
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
      const isWhole = pattern[at - 1] === "/" && (pattern[end + 1] ?? "/") === "/";
      read += readChoices(pattern.slice(at + 1, end), isWhole);
      at = end;
    } else if (character !== "}") read += character;
  }
  return read;
}

/** @param isWhole whether the choices are whole parts of a path, which are never empty. */
function readChoices(inside: string, isWhole: boolean): string {
  const choices = splitAt(inside, ",").map((choice) => choice.replace(/\{.*/, ""));
  const kept = choices.filter((choice, at) => choice !== "" || !(isWhole || at === choices.length - 1));
  return kept.length > 1 ? `{${kept.join(",")}}` : kept.join("");
}

/**
 * A canonical pattern for such a tool: at any depth, where it began in the root. As it is as long as its braces are plain, else one for each
 * alternative. None where it can match no file, or has signs that the tool can't take literally.
 */
export function toAnywhereGlobs(glob: string): readonly string[] {
  if (glob.startsWith("!")) return [glob];
  const isBare = !glob.includes("/");
  const pattern = glob.replace(/\/$/, "/**").replace(/^(?:\.?\/)+/, "");
  if (isPlain(pattern)) return [startsOutside.test(pattern) ? pattern.slice(2) : startAnywhere(pattern, isBare)];
  const written: string[] = [];
  for (const alternative of expandBraces(pattern, maxAlternatives) ?? []) {
    const segments = alternative.split("/").filter((segment) => segment !== "" && segment !== ".");
    if (segments.length === 0 || /(?:^|\/)\.$/.test(alternative)) continue;
    const words = segments.map(spell);
    if (words.includes(undefined)) return [];
    written.push(startAnywhere(words.join("/"), isBare));
  }
  return written;
}

/** What begins outside of the project begins with a slash there, unless a globstar would lead it back. */
const startsOutside = /^\.\.\/(?!\*\*|\{)/;

/** A class of characters, and alternatives, that mean the same to everybody. */
const plainClass = /\[[!^]?[^{}[\]\\/,!^][^{}[\]\\/,]*\]/;
const plainBraces = /\{[^{}[\]\\,]+(?:,[^{}[\]\\,]+)+\}/;
const plain = new RegExp(`^(?:[^{}[\\]\\\\,]|${plainClass.source}|${plainBraces.source})*$`);

/** Whether a pattern may stay as it is: no braces but plain ones, no backslashes, no empty parts. */
function isPlain(pattern: string): boolean {
  return plain.test(pattern) && !/(?:^|[/{,])\.?(?:[/},]|$)/.test(pattern);
}

function startAnywhere(pattern: string, isBare: boolean): string {
  // In front of a space a globstar changes nothing, and keeps the space from falling out.
  const start = isBare || /^\s/.test(pattern) ? globstar + pattern : pattern;
  if (start === "*") return `${globstar}${globstar}*`;
  return /^\*\*$|^(?:\*\*\/)+\*$/.test(start) ? globstar + start : start;
}

/** A segment without braces in VS Code's words, which knows no backslashes: a sign that means something is the only one of a class. */
function spell(segment: string): string | undefined {
  let spelled = "";
  for (let at = 0; at < segment.length; at += 1) {
    const character = segment[at] ?? "";
    const end = character === "[" ? findClassEnd(segment, at) : undefined;
    if (end !== undefined) {
      const members = segment.slice(at + 1, end);
      if (/[[\]{}\\]/.test(members)) return undefined;
      spelled += `[${members}]`;
      at = end;
    } else if (character === "\\" && at + 1 < segment.length) {
      at += 1;
      spelled += spellLiterally(segment[at] ?? "");
    } else spelled += "*?".includes(character) ? character : spellLiterally(character);
  }
  // A brace that is not followed by its counterpart would hide the separators behind it.
  return splitAt(`${spelled}/`, "/").length === 2 && splitAt(`${spelled},`, ",").length === 2 ? spelled : undefined;
}

function spellLiterally(character: string): string {
  return "*?[]{},".includes(character) ? `[${character}]` : character;
}
