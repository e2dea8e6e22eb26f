import { expandBraces } from "./expand-braces.ts";
import { matchesSegment, parseSegment, type SegmentPattern } from "./segment.ts";

/** The most alternatives that the braces of one pattern may stand for. */
export const maxAlternatives = 1000;

/** The longest pattern that is read, in characters. */
export const maxGlobLength = 4096;

/** One pattern without braces, anchored at the project root. */
export type Alternative = readonly SegmentPattern[];

/**
 * Reads a pattern of the canonical glob language into its alternatives:
 *
 * - segments are separated by `/`; `*` and `?` stay inside one, `**` as a whole segment spans any number of them, none included, and at the
 *   end at least one: `src/**` is what lies in `src`;
 * - a pattern without `/` matches the last segment at any depth; any other one, and one with a leading `/` or `./`, begins at the root;
 * - a trailing `/` means everything inside that directory;
 * - `{a,b}` are alternatives, `[a-z]` and `[!a-z]` classes, `\` makes the next character ordinary;
 * - names that begin with a dot are matched like all others; upper and lower case differ; `(`, `|` and `@` are ordinary characters.
 *
 * A leading `!` is not part of the pattern: see {@link isExclusion}.
 *
 * @param base the directory that the pattern is relative to, where that is not the project root.
 * @returns undefined where the pattern is longer or expands further than the limits allow.
 */
export function parseGlob(glob: string, base = ""): readonly Alternative[] | undefined {
  if (glob.length > maxGlobLength) return undefined;
  const anywhere = !glob.includes("/");
  let pattern = glob.replace(/^(?:\.\/)?\/*/, "");
  if (glob.endsWith("/")) pattern += "**";
  const alternatives = expandBraces(pattern, maxAlternatives);
  const start: SegmentPattern[] = base === "" ? [] : base.split("/").map((text) => ({ kind: "literal", text }));
  if (anywhere) start.push({ kind: "globstar" });
  return alternatives?.map((alternative) => simplify([...start, ...parseSegments(alternative)]));
}

function parseSegments(pattern: string): SegmentPattern[] {
  if (!pattern.includes("/")) return [parseSegment(pattern)];
  return pattern
    .split("/")
    .filter((segment, at, all) => segment !== "" && (segment !== "." || at === all.length - 1))
    .map(parseSegment);
}

/** Two globstars in a row say no more than one, and one at the end asks for something inside. */
function simplify(segments: SegmentPattern[]): Alternative {
  const fewer = segments.filter((segment, index) => segment.kind !== "globstar" || segments[index - 1]?.kind !== "globstar");
  return fewer.at(-1)?.kind === "globstar" ? [...fewer, { kind: "any" }] : fewer;
}

/** Whether the pattern, of a rule's globs, takes files away. */
export function isExclusion(glob: string): boolean {
  return glob.startsWith("!");
}

/**
 * Whether the segments of a path, from `from` on, are what the pattern's segments, from `first` on, ask for. After a mismatch the last
 * globstar takes one segment more, so the work is never more than segments × segments: no pattern can make it explode.
 */
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
    } else if (segment !== undefined && matchesSegment(segment, path[at] ?? "")) {
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
 * Whether one path matches one pattern. For many patterns, or many paths, an index is faster.
 *
 * @param path relative to the project, as {@link normalisePath} leaves it.
 */
export function matchesGlob(glob: string, path: string, base?: string): boolean {
  const segments = path.split("/");
  return parseGlob(glob, base)?.some((alternative) => matchesPath(alternative, segments)) ?? false;
}
