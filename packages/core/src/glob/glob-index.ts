import { collect, createBuckets, place, splitFile, type Buckets, type Candidate, type Posting } from "./buckets.ts";
import { matchesPath, parseGlob, type Alternative } from "./glob.ts";

export type { Posting } from "./buckets.ts";

/** A directory that patterns name literally. */
interface Node<Use> {
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
  readonly #root: Node<Use> = createNode();
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
    const file = splitFile(path);
    if (file === undefined) return;
    const look = (candidates: readonly Candidate<Use>[], depth: number): void => {
      for (const { posting, pattern, certain } of candidates) {
        if (posting.uses.size === 0) continue;
        // The directories down to this depth are equal already: only the rest of the pattern is left to compare.
        if (!certain && !matchesPath(pattern, path, depth, depth)) continue;
        const positions = hits.get(posting);
        if (positions === undefined) hits.set(posting, [position]);
        else if (positions.at(-1) !== position) positions.push(position);
      }
    };
    let node: Node<Use> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      if (node.below !== undefined) collect(node.below, file, depth, look);
      if (depth === path.length - 1) {
        if (node.here !== undefined) collect(node.here, file, depth, look);
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
      if (child === undefined) node.children.set(segment.text, (child = createNode()));
      node = child;
    }
    const remaining = pattern.length - at;
    const anyDepth = pattern[at]?.kind === "globstar";
    const certain = remaining === 1 || (remaining === 2 && anyDepth);
    const buckets = remaining === 1 && !anyDepth ? (node.here ??= createBuckets()) : (node.below ??= createBuckets());
    place(buckets, { posting, pattern, certain }, at);
  }
}

function createNode<Use>(): Node<Use> {
  return { children: new Map(), here: undefined, below: undefined };
}
