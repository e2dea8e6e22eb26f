import { expandBraces, maxAlternatives } from "@precept/core";

/**
 * A pattern of Cursor's in the canonical language. There a pattern without a slash is found at any depth; in Cursor it lies in the
 * root of the project (https://cursor.com/docs/rules: "`*.ts`: root only").
 */
export function fromCursorGlob(glob: string): string {
  const excludes = glob.startsWith("!") ? "!" : "";
  const pattern = glob.slice(excludes.length).replace(/^\.\//, "");
  return pattern.includes("/") || pattern === "**" ? excludes + pattern : `${excludes}/${pattern}`;
}

/** A canonical pattern in Cursor's own words: one for each alternative of its braces, since Cursor's documentation knows no braces. */
export function toCursorGlobs(glob: string): readonly string[] {
  const excludes = glob.startsWith("!") ? "!" : "";
  const pattern = glob.slice(excludes.length);
  const anywhere = !pattern.includes("/") && pattern !== "**";
  const expanded = expandBraces(pattern, maxAlternatives) ?? [pattern];
  return expanded.map((one) => excludes + (anywhere ? `**/${one}` : toRooted(one)));
}

/** Only a pattern that has no other slash needs none in front to be rooted; the others may keep it. */
function toRooted(pattern: string): string {
  const rest = pattern.replace(/^\/+/, "");
  return rest.includes("/") ? pattern : rest;
}
