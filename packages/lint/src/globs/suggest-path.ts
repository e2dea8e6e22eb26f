import { matchesPath, parseGlob, type Alternative, type SegmentPattern, nearestNames } from "@precept/core";

/** Suggests a similar directory or another extension for a glob that matches nothing, as a sentence. */
export function suggestPath(glob: string, base: string, paths: ProjectPaths): string | undefined {
  const [first] = parseGlob(glob, base) ?? [];
  return first === undefined ? undefined : (suggestDirectory(first, paths) ?? suggestExtension(first, paths.files));
}

function suggestDirectory(pattern: Alternative, paths: ProjectPaths): string | undefined {
  const missing = missingDirectory(pattern, paths);
  if (missing === undefined) return undefined;
  const start = missing.lastIndexOf("/") + 1;
  const name = missing.slice(start);
  const [nearest] = nearestNames(name, paths.inside(missing.slice(0, Math.max(start - 1, 0))), 1);
  const found = nearest === undefined ? paths.named(name) : missing.slice(0, start) + nearest;
  return found === undefined
    ? `The directory "${missing}" does not exist.`
    : `The directory "${missing}" does not exist; "${found}" does.`;
}

/** The first directory in the literal part of a glob that does not exist. */
export function missingDirectory(pattern: Alternative, paths: ProjectPaths): string | undefined {
  let path = "";
  for (const segment of pattern.slice(0, -1)) {
    if (segment.kind !== "literal") return undefined;
    path += path === "" ? segment.text : `/${segment.text}`;
    if (!paths.has(path)) return path;
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
  // If the glob names no directory, the most frequent extension of the project is not a useful suggestion.
  const fallback = pattern[0]?.kind === "literal" ? [...counts].toSorted((left, right) => right[1] - left[1])[0]?.[0] : undefined;
  const [found = fallback] = nearestNames(wanted, counts.keys(), 1);
  return found === undefined || found === wanted ? undefined : `There are no .${wanted} files there, but .${found} files.`;
}

function extensionOf(segment: SegmentPattern): string | undefined {
  const text =
    segment.kind === "suffix" || segment.kind === "literal" ? segment.text : segment.kind === "parts" ? segment.suffix : "";
  return /\.([A-Za-z0-9]+)$/.exec(text)?.[1];
}

/** The directories of a project, derived from its files. */
export class ProjectPaths {
  readonly files: readonly string[];
  readonly #inside = new Map<string, Set<string>>([["", new Set()]]);
  readonly #named = new Map<string, string>();

  /** @param files relative to the project, with `/` between segments. */
  constructor(files: readonly string[]) {
    this.files = files;
    for (const file of files) this.#addParents(file);
  }

  has(directory: string): boolean {
    return this.#inside.has(directory);
  }

  inside(directory: string): Iterable<string> {
    return this.#inside.get(directory) ?? [];
  }

  named(name: string): string | undefined {
    return this.#named.get(name);
  }

  #addParents(path: string): void {
    const end = path.lastIndexOf("/");
    const directory = path.slice(0, Math.max(end, 0));
    if (this.#inside.has(directory)) return;
    this.#inside.set(directory, new Set());
    this.#addParents(directory);
    const start = directory.lastIndexOf("/") + 1;
    const name = directory.slice(start);
    this.#inside.get(directory.slice(0, Math.max(start - 1, 0)))?.add(name);
    if ((this.#named.get(name)?.length ?? Number.POSITIVE_INFINITY) > directory.length) this.#named.set(name, directory);
  }
}
