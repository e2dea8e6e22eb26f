import {
  addCandidate,
  createBuckets,
  splitFile,
  visitCandidates,
  type Buckets,
  type Candidate,
  type GlobHit,
  type Posting,
} from "./buckets.ts";
import { matchesPath, parseGlob, type Alternative } from "./glob.ts";

interface Node<Use> {
  readonly children: Map<string, Node<Use>>;
  /** Patterns for files directly in the directory. */
  here: Buckets<Use> | undefined;
  /** Patterns for files at any depth below it. */
  below: Buckets<Use> | undefined;
}

/**
 * An index of globs that finds the patterns that match a file without comparing all of them. Patterns are stored in a
 * tree of the directories that they begin with, and in each directory by the file name, directory or extension that
 * they require.
 *
 * @example
 * ```ts
 * import { GlobIndex } from "@precept/core";
 *
 * const index = new GlobIndex<string>();
 * index.add("src/*.ts", "", "typescript");
 * const matches = index.match([["src", "total.ts"]]);
 * ```
 */
export class GlobIndex<Use> {
  readonly #root: Node<Use> = createNode();
  readonly #postings = new Map<string, Posting<Use>>();
  #calls = 0;

  /** Adds a use of a pattern. Patterns that {@link parseGlob} rejects never match. */
  add(glob: string, base: string, use: Use): void {
    const key = base === "" ? glob : `${base}\0${glob}`;
    let posting = this.#postings.get(key);
    if (posting === undefined) {
      posting = { glob, base, uses: new Set(), call: 0, positions: [] };
      this.#postings.set(key, posting);
      for (const alternative of parseGlob(glob, base) ?? []) this.#addAlternative(posting, alternative);
    }
    posting.uses.add(use);
  }

  /** Removes a use of a pattern. The memory of an unused pattern is not freed. */
  remove(glob: string, base: string, use: Use): void {
    this.#postings.get(base === "" ? glob : `${base}\0${glob}`)?.uses.delete(use);
  }

  /** Finds the patterns that match at least one of the files: normalised paths, each split at `/`. */
  match(files: readonly (readonly string[])[]): readonly GlobHit<Use>[] {
    this.#calls += 1;
    const hits: GlobHit<Use>[] = [];
    for (const [position, path] of files.entries()) this.#matchOne(path, position, hits);
    return hits;
  }

  #matchOne(path: readonly string[], position: number, hits: GlobHit<Use>[]): void {
    const file = splitFile(path);
    if (file === undefined) return;
    const visit = (candidates: readonly Candidate<Use>[], depth: number): void => {
      for (const { posting, pattern, certain } of candidates) {
        if (posting.uses.size === 0) continue;
        // The directories up to this depth are equal, so only the rest of the pattern is compared.
        if (!certain && !matchesPath(pattern, path, depth, depth)) continue;
        if (posting.call !== this.#calls) {
          const { glob, base, uses } = posting;
          posting.call = this.#calls;
          posting.positions = [position];
          hits.push({ glob, base, uses, positions: posting.positions });
        } else if (posting.positions.at(-1) !== position) posting.positions.push(position);
      }
    };
    let node: Node<Use> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      if (node.below !== undefined) visitCandidates(node.below, file, depth, visit);
      if (depth === path.length - 1) {
        if (node.here !== undefined) visitCandidates(node.here, file, depth, visit);
        return;
      }
      node = node.children.get(path[depth] ?? "");
    }
  }

  #addAlternative(posting: Posting<Use>, pattern: Alternative): void {
    let node = this.#root;
    let index = 0;
    for (; index < pattern.length - 1; index += 1) {
      const segment = pattern[index];
      if (segment?.kind !== "literal") break;
      let child = node.children.get(segment.text);
      if (child === undefined) node.children.set(segment.text, (child = createNode()));
      node = child;
    }
    const remaining = pattern.length - index;
    const anyDepth = pattern[index]?.kind === "globstar";
    const certain = remaining === 1 || (remaining === 2 && anyDepth);
    const isHere = remaining === 1 && !anyDepth && pattern[index]?.kind !== "rest";
    const buckets = isHere ? (node.here ??= createBuckets()) : (node.below ??= createBuckets());
    addCandidate(buckets, { posting, pattern, certain }, index);
  }
}

function createNode<Use>(): Node<Use> {
  return { children: new Map(), here: undefined, below: undefined };
}
