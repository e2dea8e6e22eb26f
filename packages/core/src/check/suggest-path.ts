import { matchesPath, parseGlob, type Alternative } from "../glob/glob.ts";
import type { SegmentPattern } from "../glob/segment.ts";
import { nearestNames } from "../text/nearest-names.ts";
import type { ProjectPaths } from "./project-paths.ts";

/**
 * What a pattern that matches nothing was probably meant to be, as a sentence: the nearest directory where the one that it names is missing, or the
 * kinds of files that there are where it asks for another one.
 */
export function suggestPath(glob: string, base: string, places: ProjectPaths): string | undefined {
  const [first] = parseGlob(glob, base) ?? [];
  return first === undefined ? undefined : (suggestDirectory(first, places) ?? suggestExtension(first, places.files));
}

function suggestDirectory(pattern: Alternative, places: ProjectPaths): string | undefined {
  const missing = missingDirectory(pattern, places);
  if (missing === undefined) return undefined;
  const start = missing.lastIndexOf("/") + 1;
  const name = missing.slice(start);
  const [nearest] = nearestNames(name, places.inside(missing.slice(0, Math.max(start - 1, 0))), 1);
  const found = nearest === undefined ? places.named(name) : missing.slice(0, start) + nearest;
  return found === undefined
    ? `There is no directory "${missing}".`
    : `There is no directory "${missing}", but there is "${found}".`;
}

/** The first directory on a pattern's way that is not there, as far as it names them. */
export function missingDirectory(pattern: Alternative, places: ProjectPaths): string | undefined {
  let path = "";
  for (const segment of pattern.slice(0, -1)) {
    if (segment.kind !== "literal") return undefined;
    path += path === "" ? segment.text : `/${segment.text}`;
    if (!places.has(path)) return path;
  }
  return undefined;
}

function suggestExtension(pattern: Alternative, files: readonly string[]): string | undefined {
  const last = pattern.at(-1);
  const wanted = last === undefined ? undefined : extensionOf(last);
  if (wanted === undefined) return undefined;
  const anyName: Alternative = [...pattern.slice(0, -1), { kind: "any" }];
  const counts = new Map<string, number>();
  for (const file of files) {
    const extension = /[^/]\.([^./]+)$/.exec(file)?.[1];
    if (extension !== undefined && matchesPath(anyName, file.split("/"))) counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  // Where the pattern names no directory, the most usual kind of file in the project says nothing about it.
  const usual = pattern[0]?.kind === "literal" ? [...counts].toSorted((left, right) => right[1] - left[1])[0]?.[0] : undefined;
  const [found = usual] = nearestNames(wanted, counts.keys(), 1);
  return found === undefined || found === wanted
    ? undefined
    : `There is no .${wanted} file there, but there are .${found} files.`;
}

function extensionOf(segment: SegmentPattern): string | undefined {
  const text =
    segment.kind === "suffix" || segment.kind === "literal" ? segment.text : segment.kind === "pieces" ? segment.suffix : "";
  return /\.([A-Za-z0-9]+)$/.exec(text)?.[1];
}
