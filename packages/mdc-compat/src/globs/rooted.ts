import { expandBraces, findClassEnd, isExclusion, maxAlternatives } from "@precept/core";
import type { GlobSpec } from "../model/spec.ts";

/** Patterns that match relative to the root directory, as a list or comma-separated. */
export const rootedPatterns: GlobSpec = {
  withoutSlash: "root",
  withSlash: "root",
  list: "list or commas",
  exclusions: false,
  toCanonical: fromRootedGlob,
  fromCanonical: (glob) => [toRootedGlob(glob)],
};

/** The same, comma-separated only and without braces. */
export const commaPatterns: GlobSpec = { ...rootedPatterns, list: "commas", fromCanonical: toRootedGlobs };

/** Converts a pattern of a tool in which `*.ts` matches in the root only. In Precept's syntax: at any depth. */
export function fromRootedGlob(glob: string): string {
  const excludes = isExclusion(glob) ? "!" : "";
  const pattern = glob.slice(excludes.length).replace(/^\.(?=\/!)|^\.\//, "");
  return pattern.includes("/") || pattern === "**" ? excludes + pattern : `${excludes}/${pattern}`;
}

/** Converts a pattern for a tool in which `*.ts` matches in the root only, without leading `/` and `./`. */
export function toRootedGlob(glob: string): string {
  const excludes = isExclusion(glob) ? "!" : "";
  const pattern = glob.slice(excludes.length).replace(/\/$/, "/**");
  if (!pattern.includes("/") && pattern !== "**") return `${excludes}**/${pattern}`;
  const rest = pattern.replace(/^(?:\.?\/)+/, "");
  return excludes + (rest === "" ? "**" : rest.replace(/^!/, "\\!"));
}

/**
 * Converts a pattern from Precept's syntax, for tools that match `*.ts` in the root directory only, separate patterns
 * with commas and support no braces. Returns one pattern per alternative, and none if the pattern matches no file.
 */
export function toRootedGlobs(glob: string): readonly string[] {
  const excludes = isExclusion(glob) ? "!" : "";
  const pattern = glob.slice(excludes.length);
  const anywhere = !pattern.includes("/") && pattern !== "**";
  // A trailing slash of the whole pattern means everything in the directory. In an alternative it has no effect.
  const trim = (one: string): string => (pattern.endsWith("/") ? one : one.replace(/\/+$/, ""));
  const alternatives = /[{},[\]\\]/.test(pattern)
    ? (expandBraces(pattern, maxAlternatives)?.map((one) => escapeSeparators(trim(one))) ?? [pattern])
    : [trim(pattern)];
  return alternatives
    .filter((one) => one !== "" && one !== ".")
    .map((one) => excludes + (anywhere ? `**/${one}` : toRooted(one)));
}

/**
 * Escapes commas, braces and brackets outside of character classes. After the expansion of braces they are literal
 * characters, and would otherwise be read as part of the list syntax.
 */
function escapeSeparators(pattern: string): string {
  let escaped = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? "";
    const end = character === "[" ? findClassEnd(pattern, at) : undefined;
    const pair = character === "\\" && at + 1 < pattern.length;
    if (end !== undefined || pair) {
      escaped += pattern.slice(at, (end ?? at + 1) + 1);
      at = end ?? at + 1;
    } else escaped += "{},[\\".includes(character) ? `\\${character}` : character;
  }
  return escaped;
}

/**
 * Removes the leading slash of a pattern without other slashes, since such a pattern matches in the root anyway. Adds
 * one to a pattern that would be read as something else, such as a comment, a quoted string, a list or an exclusion.
 */
function toRooted(pattern: string): string {
  const rest = pattern.replace(/^\/+/, "");
  if (rest === "") return "**";
  if (/^[\s#"'[!~]/.test(rest) || rest === "null") return `/${rest}`;
  return rest.includes("/") ? pattern : rest;
}

/** Prints an unquoted, comma-separated list on one line. Escapes `#` after a space, which would start a comment. */
export function printBareGlobs(patterns: readonly string[]): string {
  return patterns
    .join(",")
    .replace(/[\r\n]/g, "?")
    .replace(/(\s)#/g, "$1\\#");
}
