import type { Alternative } from "./glob.ts";
import type { SegmentPattern } from "./segment.ts";

/** One distinct pattern and whatever uses it. */
export interface Posting<Use> {
  readonly glob: string;
  readonly base: string;
  readonly uses: Set<Use>;
}

/** One alternative of a pattern, waiting in a bucket. */
export interface Candidate<Use> {
  readonly posting: Posting<Use>;
  readonly pattern: Alternative;
  /** Whether being found in the bucket is already the whole answer. */
  readonly certain: boolean;
}

/** Candidates by what the name of a file has to be or to end with before they are worth a look. */
interface Endings<Use> {
  readonly byName: Map<string, Candidate<Use>[]>;
  readonly byExtension: Map<string, Candidate<Use>[]>;
  readonly rest: Candidate<Use>[];
}

/** The same, and apart from them those that need a certain directory on the way to the file. */
export interface Buckets<Use> extends Endings<Use> {
  readonly byDirectory: Map<string, Endings<Use>>;
}

export function createBuckets<Use>(): Buckets<Use> {
  return { ...createEndings<Use>(), byDirectory: new Map() };
}

function createEndings<Use>(): Endings<Use> {
  return { byName: new Map(), byExtension: new Map(), rest: [] };
}

/**
 * Puts a candidate into the bucket in which it is looked at least often.
 *
 * @param from the first segment of its pattern that is not a directory the buckets stand for.
 */
export function place<Use>(buckets: Buckets<Use>, candidate: Candidate<Use>, from: number): void {
  const { pattern } = candidate;
  const last = pattern.at(-1);
  const directory = last?.kind === "literal" ? undefined : literalDirectory(pattern, from);
  if (directory === undefined) return placeByEnding(buckets, candidate, last);
  let endings = buckets.byDirectory.get(directory);
  if (endings === undefined) buckets.byDirectory.set(directory, (endings = createEndings()));
  // That the directory is on the way says nothing about where.
  placeByEnding(endings, { ...candidate, certain: false }, last);
}

function placeByEnding<Use>(endings: Endings<Use>, candidate: Candidate<Use>, last: SegmentPattern | undefined): void {
  if (last?.kind === "literal") return push(endings.byName, last.text, candidate);
  if (last?.kind !== "suffix" && last?.kind !== "pieces") {
    endings.rest.push(last?.kind === "wildcard" ? { ...candidate, certain: false } : candidate);
    return;
  }
  const suffix = last.kind === "suffix" ? last.text : last.suffix;
  // `*.test.ts` waits under `.test.ts`: few files have that ending, and those that have need no second look.
  const isWhole = last.kind === "suffix" && suffix.startsWith(".");
  const extension = isWhole ? suffix : suffix.slice(suffix.lastIndexOf("."));
  const unsure = isWhole ? candidate : { ...candidate, certain: false };
  if (extension.startsWith(".")) push(endings.byExtension, extension, unsure);
  else endings.rest.push(unsure);
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

function push<Use>(map: Map<string, Candidate<Use>[]>, key: string, candidate: Candidate<Use>): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [candidate]);
  else list.push(candidate);
}

/** A file, prepared for looking into many buckets. */
export interface SplitFile {
  readonly path: readonly string[];
  readonly name: string;
  /** What its name ends with from each dot on: `.test.ts` and `.ts`. */
  readonly extensions: readonly string[];
}

export function splitFile(path: readonly string[]): SplitFile | undefined {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const extensions: string[] = [];
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) extensions.push(name.slice(dot));
  return { path, name, extensions };
}

/** Calls `look` with every list of candidates that a file may match, of buckets that stand for its first `depth` directories. */
export function collect<Use>(
  buckets: Buckets<Use>,
  file: SplitFile,
  depth: number,
  look: (candidates: readonly Candidate<Use>[], depth: number) => void,
): void {
  collectByEnding(buckets, file, depth, look);
  if (buckets.byDirectory.size === 0) return;
  for (let at = depth; at < file.path.length - 1; at += 1) {
    const endings = buckets.byDirectory.get(file.path[at] ?? "");
    if (endings !== undefined) collectByEnding(endings, file, depth, look);
  }
}

function collectByEnding<Use>(
  { byName, byExtension, rest }: Endings<Use>,
  { name, extensions }: SplitFile,
  depth: number,
  look: (candidates: readonly Candidate<Use>[], depth: number) => void,
): void {
  const named = byName.get(name);
  if (named !== undefined) look(named, depth);
  if (byExtension.size > 0) {
    for (const extension of extensions) {
      const ending = byExtension.get(extension);
      if (ending !== undefined) look(ending, depth);
    }
  }
  if (rest.length > 0) look(rest, depth);
}
