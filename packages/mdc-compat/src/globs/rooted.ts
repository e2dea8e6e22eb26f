import { findClassEnd, expandBraces, maxAlternatives } from "@precept/core";

/**
 * A pattern of a tool that looks for patterns without a slash in the root of the project, in the canonical language, where such a pattern is found
 * at any depth.
 */
export function fromRootedGlob(glob: string): string {
  const excludes = glob.startsWith("!") ? "!" : "";
  const pattern = glob.slice(excludes.length).replace(/^\.(?=\/!)|^\.\//, "");
  return pattern.includes("/") || pattern === "**" ? excludes + pattern : `${excludes}/${pattern}`;
}

/** A canonical pattern for a tool that looks for patterns without a slash in the root, and takes nothing in front of a path. */
export function toRootedGlob(glob: string): string {
  const excludes = glob.startsWith("!") ? "!" : "";
  const pattern = glob.slice(excludes.length).replace(/\/$/, "/**");
  if (!pattern.includes("/") && pattern !== "**") return `${excludes}**/${pattern}`;
  const rest = pattern.replace(/^(?:\.?\/)+/, "");
  return excludes + (rest === "" ? "**" : rest.replace(/^!/, "\\!"));
}

/**
 * The same for a tool that knows no braces, and separates patterns with commas: one for each alternative. None where the pattern can match no
 * file.
 */
export function toRootedGlobs(glob: string): readonly string[] {
  const excludes = glob.startsWith("!") ? "!" : "";
  const pattern = glob.slice(excludes.length);
  const anywhere = !pattern.includes("/") && pattern !== "**";
  // A slash at the end of an alternative means nothing, at the end of a pattern everything inside.
  const trim = (one: string): string => (pattern.endsWith("/") ? one : one.replace(/\/+$/, ""));
  const alternatives = expandBraces(pattern, maxAlternatives)?.map((one) => escapeSeparators(trim(one))) ?? [pattern];
  return alternatives
    .filter((one) => one !== "" && one !== ".")
    .map((one) => excludes + (anywhere ? `**/${one}` : toRooted(one)));
}

/**
 * With the braces expanded, what is left of commas, braces and brackets outside of classes are ordinary characters. Bare, they would be taken
 * for separators of the list that the pattern is written into.
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
 * Only a pattern that has no other slash needs none in front to be rooted; the others may keep it. One that begins like something else (a
 * comment, a quoted text, a list, an exclusion) gets one.
 */
function toRooted(pattern: string): string {
  const rest = pattern.replace(/^\/+/, "");
  if (rest === "") return "**";
  if (/^[\s#"'[!~]/.test(rest) || rest === "null") return `/${rest}`;
  return rest.includes("/") ? pattern : rest;
}
