import { expandBraces } from "./expand-braces.ts";
import { exceedsGroupLimits, findGroups, groupsToBraces, splitSegments } from "./extended/find-groups.ts";
import { matchesSegment, parseRest, parseSegment, type SegmentPattern } from "./segment.ts";

/** The maximum number of alternatives that the braces of a pattern can expand to. */
export const maxAlternatives = 1000;

/** The maximum length of a pattern in UTF-16 code units. */
export const maxGlobLength = 4096;

/** A pattern without braces, anchored at the project root. */
export type Alternative = readonly SegmentPattern[];

/**
 * Parses a pattern of the canonical glob language into its alternatives:
 *
 * - `/` separates segments. `*` and `?` match within a segment. The segment `**` matches any number of segments,
 *   including none; at the end of a pattern it matches at least one: `src/**` matches all files below `src`.
 * - A pattern without `/` matches the last segment at any depth. Other patterns, and those with a leading `/` or `./`,
 *   begin at the root.
 * - A trailing `/` matches everything inside the directory.
 * - `{a,b}` are alternatives, `[a-z]` and `[!a-z]` character classes. `\` makes the next character ordinary.
 * - `@(a|b)` is one of the alternatives, `?(a|b)` at most one, `*(a|b)` any number of them, `+(a|b)` at least one, and
 *   `!(a|b)` none of them. A class can name kinds of characters, as in `[[:digit:]]`. Matching these, except for plain
 *   `@(…)` and `?(…)`, needs {@link loadExtendedGlobs}.
 * - Matching is case-sensitive and includes names that begin with a dot. Otherwise, `(`, `|` and `@` are ordinary.
 *
 * A leading `!` is not part of the pattern, see {@link isExclusion}.
 *
 * @param base the directory that the pattern is relative to. Default: the project root.
 * @returns undefined if the pattern exceeds {@link maxGlobLength}, {@link maxAlternatives} or a limit of groups.
 */
export function parseGlob(glob: string, base = ""): readonly Alternative[] | undefined {
  if (glob.length > maxGlobLength) return undefined;
  const anyDepth = !glob.includes("/");
  let pattern = groupsToBraces(glob.replace(/^(?:\.\/)?\/*/, ""));
  if (exceedsGroupLimits(pattern)) return undefined;
  if (glob.endsWith("/")) pattern += "**";
  const alternatives = expandBraces(pattern, maxAlternatives);
  const start: SegmentPattern[] = base === "" ? [] : base.split("/").map((text) => ({ kind: "literal", text }));
  if (anyDepth) start.push({ kind: "globstar" });
  return alternatives?.map((alternative) => simplify([...start, ...parseSegments(alternative)]));
}

function parseSegments(pattern: string): SegmentPattern[] {
  if (!pattern.includes("/")) return [parseSegment(pattern)];
  const segments = splitSegments(pattern).filter(
    (segment, index, all) => segment !== "" && (segment !== "." || index === all.length - 1),
  );
  const rest = segments.findIndex((segment) => segment.includes("/"));
  if (rest === -1) return segments.map(parseSegment);
  return [...segments.slice(0, rest).map(parseSegment), parseRest(segments.slice(rest).join("/"))];
}

/** Joins adjacent globstars. A globstar at the end has to match at least one segment. */
function simplify(segments: SegmentPattern[]): Alternative {
  const joined = segments.filter((segment, index) => segment.kind !== "globstar" || segments[index - 1]?.kind !== "globstar");
  return joined.at(-1)?.kind === "globstar" ? [...joined, { kind: "any" }] : joined;
}

/** Whether a glob of a rule excludes files: it begins with `!`, and not with a group such as `!(a|b)`. */
export function isExclusion(glob: string): boolean {
  return glob.startsWith("!") && !(glob[1] === "(" && findGroups(glob).has(0));
}

/** Whether a pattern matches a path, from segments `first` and `from` on. Time: at most the product of both lengths. */
export function matchesPath(pattern: Alternative, path: readonly string[], first = 0, from = 0): boolean {
  let part = first;
  let at = from;
  let star = -1;
  let starAt = 0;
  while (at < path.length) {
    const segment = pattern[part];
    if (segment?.kind === "globstar") {
      star = part;
      starAt = at;
      part += 1;
    } else if (segment?.kind === "rest" && matchesSegment(segment, path.slice(at).join("/"))) {
      return true;
    } else if (segment !== undefined && segment.kind !== "rest" && matchesSegment(segment, path[at] ?? "")) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      starAt += 1;
      at = starAt;
    } else {
      return false;
    }
  }
  return part === pattern.length;
}

/**
 * Whether a glob matches a path. To match many globs or paths, use {@link GlobIndex}.
 *
 * @param path relative to the project, as {@link normalisePath} returns it.
 *
 * @example
 * ```ts
 * import { matchesGlob } from "@precept/core";
 *
 * matchesGlob("*.ts", "src/cart/total.ts"); // true: a glob without a slash matches at any depth
 * ```
 */
export function matchesGlob(glob: string, path: string, base?: string): boolean {
  if (!endsLike(glob, path) || !containsParts(glob, path)) return false;
  const segments = path.split("/");
  return parseGlob(glob, base)?.some((alternative) => matchesPath(alternative, segments)) ?? false;
}

/** Whether a glob can match, by the end of the path. Rules out most globs without parsing them. */
function endsLike(glob: string, path: string): boolean {
  if (glob.endsWith("/")) return true;
  let start = glob.length;
  while (start > 0 && !meaningful.includes(glob.charAt(start - 1))) start -= 1;
  if (start < glob.length) return path.endsWith(glob.slice(start));
  if (!glob.endsWith("}")) return true;
  const brace = glob.lastIndexOf("{");
  const alternatives = glob.slice(brace + 1, -1);
  const isList = brace >= 0 && glob[brace - 1] !== "\\" && alternatives.includes(",") && !/[*?[\]{}()\\/]/.test(alternatives);
  return !isList || alternatives.split(",").some((alternative) => path.endsWith(alternative));
}

const meaningful = "*?[]{}),\\/";

/**
 * Whether a path contains the names and parts of names in a glob that are outside of wildcards and braces. Globs with
 * classes, groups and escaped characters are not ruled out.
 */
function containsParts(glob: string, path: string): boolean {
  if (/[[(\\]/.test(glob)) return true;
  return glob.split(/\{.*\}|[*?/]/).every((part) => part === "." || /[{}]/.test(part) || path.includes(part));
}
