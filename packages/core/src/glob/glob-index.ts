import { matchesPath, parseGlob, type Alternative } from "./glob.ts";
import type { SegmentPattern } from "./segment.ts";

/** One distinct pattern and whatever uses it. */
export interface Posting<Use> {
  readonly glob: string;
  readonly base: string;
  readonly uses: Set<Use>;
}

/** One alternative of a pattern, waiting in a bucket. */
interface Candidate<Use> {
  readonly posting: Posting<Use>;
  readonly pattern: Alternative;
  /** Whether being found in the bucket is already the whole answer. */
  readonly certain: boolean;
}

/** Candidates by what has to be true of a file before they are worth a look. */
interface Buckets<Use> {
  readonly byName: Map<string, Candidate<Use>[]>;
  readonly byExtension: Map<string, Candidate<Use>[]>;
  readonly byDirectory: Map<string, Candidate<Use>[]>;
  readonly rest: Candidate<Use>[];
}

/** A directory that patterns name literally. */
interface Node<Use> {
  readonly depth: number;
  readonly children: Map<string, Node<Use>>;
  /** For files that lie in the directory itself. */
  here: Buckets<Use> | undefined;
  /** For files anywhere below it. */
  below: Buckets<Use> | undefined;
}

/**
 * Finds, for a set of files, which of many patterns match, looking only at the few that could: patterns are kept in a tree of
 * the directories they begin with, and there by the file name, directory or extension they need.
 */
export class GlobIndex<Use> {
  readonly #root: Node<Use> = createNode(0);
  readonly #postings = new Map<string, Posting<Use>>();

  /** Adds a use of a pattern. A pattern that {@link parseGlob} refuses is kept and never matches. */
  add(glob: string, base: string, use: Use): void {
    const key = base === "" ? glob : `${base}\0${glob}`;
    let posting = this.#postings.get(key);
    if (posting === undefined) {
      posting = { glob, base, uses: new Set() };
      this.#postings.set(key, posting);
      for (const alternative of parseGlob(glob, base) ?? []) this.#place(posting, alternative);
    }
    posting.uses.add(use);
  }

  /** Removes a use. The pattern itself stays, unused, until the index is made anew. */
  remove(glob: string, base: string, use: Use): void {
    this.#postings.get(base === "" ? glob : `${base}\0${glob}`)?.uses.delete(use);
  }

  /**
   * The patterns that match at least one of the files.
   *
   * @param files normalised paths, each split at `/`.
   * @returns for each pattern the positions of the files that it matches, ascending.
   */
  match(files: readonly (readonly string[])[]): Map<Posting<Use>, number[]> {
    const hits = new Map<Posting<Use>, number[]>();
    for (const [position, path] of files.entries()) this.#matchOne(path, position, hits);
    return hits;
  }

  #matchOne(path: readonly string[], position: number, hits: Map<Posting<Use>, number[]>): void {
    const name = path.at(-1);
    if (name === undefined) return;
    const extension = extensionOf(name);
    let node: Node<Use> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      if (node.below !== undefined) collect(node.below, path, depth, name, extension, position, hits);
      if (depth === path.length - 1) {
        if (node.here !== undefined) collect(node.here, path, depth, name, extension, position, hits);
        return;
      }
      node = node.children.get(path[depth] ?? "");
    }
  }

  #place(posting: Posting<Use>, pattern: Alternative): void {
    let node = this.#root;
    let at = 0;
    for (; at < pattern.length - 1; at += 1) {
      const segment = pattern[at];
      if (segment?.kind !== "literal") break;
      let child = node.children.get(segment.text);
      if (child === undefined) {
        child = createNode(node.depth + 1);
        node.children.set(segment.text, child);
      }
      node = child;
    }
    const last = pattern.at(-1);
    if (last === undefined) return;
    const remaining = pattern.length - at;
    const anyDepth = pattern[at]?.kind === "globstar";
    const certain = remaining === 1 || (remaining === 2 && anyDepth);
    const buckets = remaining === 1 && !anyDepth ? (node.here ??= createBuckets()) : (node.below ??= createBuckets());
    addTo(buckets, last, certain ? undefined : literalDirectory(pattern, at), { posting, pattern, certain });
    // `a/**` matches `a` too, so a file of that name is a match in the directory above.
    if (last.kind === "globstar" && at > 0) this.#place(posting, pattern.slice(0, -1));
  }
}

function addTo<Use>(buckets: Buckets<Use>, last: SegmentPattern, directory: string | undefined, candidate: Candidate<Use>): void {
  if (last.kind === "literal") return push(buckets.byName, last.text, candidate);
  if (directory !== undefined) return push(buckets.byDirectory, directory, candidate);
  const extension = last.kind === "suffix" ? extensionOf(last.text) : "";
  if (extension === "") {
    const anything = last.kind === "any" || last.kind === "globstar";
    buckets.rest.push(anything ? candidate : { ...candidate, certain: false });
    return;
  }
  push(
    buckets.byExtension,
    extension,
    last.kind === "suffix" && last.text === extension ? candidate : { ...candidate, certain: false },
  );
}

/** A directory that every match has to lie in, named literally in the pattern from `from` on: the longest, as the rarest. */
function literalDirectory(pattern: Alternative, from: number): string | undefined {
  let longest: string | undefined;
  for (let at = from; at < pattern.length - 1; at += 1) {
    const segment = pattern[at];
    if (segment?.kind === "literal" && segment.text.length > (longest?.length ?? 0)) longest = segment.text;
  }
  return longest;
}

function collect<Use>(
  buckets: Buckets<Use>,
  path: readonly string[],
  depth: number,
  name: string,
  extension: string,
  position: number,
  hits: Map<Posting<Use>, number[]>,
): void {
  consider(buckets.byName.get(name), path, depth, position, hits);
  if (extension !== "") consider(buckets.byExtension.get(extension), path, depth, position, hits);
  if (buckets.byDirectory.size > 0) {
    // Down to the file itself, since `a/**` matches `a` too.
    for (let at = depth; at < path.length; at += 1)
      consider(buckets.byDirectory.get(path[at] ?? ""), path, depth, position, hits);
  }
  consider(buckets.rest, path, depth, position, hits);
}

function consider<Use>(
  candidates: readonly Candidate<Use>[] | undefined,
  path: readonly string[],
  depth: number,
  position: number,
  hits: Map<Posting<Use>, number[]>,
): void {
  if (candidates === undefined) return;
  for (const { posting, pattern, certain } of candidates) {
    if (posting.uses.size === 0) continue;
    // The directories down to this node are equal already: only the rest of the pattern is left to compare.
    if (!certain && !matchesPath(pattern, path, depth, depth)) continue;
    const positions = hits.get(posting);
    if (positions === undefined) hits.set(posting, [position]);
    else if (positions.at(-1) !== position) positions.push(position);
  }
}

function push<Use>(map: Map<string, Candidate<Use>[]>, key: string, candidate: Candidate<Use>): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [candidate]);
  else list.push(candidate);
}

/** From the last dot on; empty where there is none. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

function createNode<Use>(depth: number): Node<Use> {
  return { depth, children: new Map(), here: undefined, below: undefined };
}

function createBuckets<Use>(): Buckets<Use> {
  return { byName: new Map(), byExtension: new Map(), byDirectory: new Map(), rest: [] };
}
