import type { Alternative } from "./glob.ts";
import type { SegmentPattern } from "./segment.ts";

export interface Posting<Use> {
  readonly glob: string;
  readonly base: string;
  readonly uses: Set<Use>;
  /** The latest call of `GlobIndex.match` in which the pattern matched a file. Kept here because a map is slower. */
  call: number;
  /** The indexes of the files that it matched in that call. */
  positions: number[];
}

export interface GlobHit<Use> {
  readonly glob: string;
  readonly base: string;
  readonly uses: ReadonlySet<Use>;
  /** The indexes of the files, ascending. */
  readonly positions: readonly number[];
}

/** One alternative of a pattern, stored in a bucket. */
export interface Candidate<Use> {
  readonly posting: Posting<Use>;
  readonly pattern: Alternative;
  /** Whether the alternative matches every file of the bucket, so that the pattern need not be compared. */
  readonly certain: boolean;
}

/** Candidates, keyed by the file name or extension that they require. */
interface Endings<Use> {
  readonly byName: Map<string, Candidate<Use>[]>;
  readonly byExtension: Map<string, Candidate<Use>[]>;
  readonly rest: Candidate<Use>[];
}

/** Candidates by file name or extension, and separately those that require a directory in the path. */
export interface Buckets<Use> extends Endings<Use> {
  readonly byDirectory: Map<string, Endings<Use>>;
}

export function createBuckets<Use>(): Buckets<Use> {
  return { ...createEndings<Use>(), byDirectory: new Map() };
}

function createEndings<Use>(): Endings<Use> {
  return { byName: new Map(), byExtension: new Map(), rest: [] };
}

/** Adds a candidate to the most selective bucket. `from` is its first segment below the directory of the buckets. */
export function addCandidate<Use>(buckets: Buckets<Use>, candidate: Candidate<Use>, from: number): void {
  const { pattern } = candidate;
  const last = pattern.at(-1);
  const directory = last?.kind === "literal" ? undefined : literalDirectory(pattern, from);
  if (directory === undefined) return addByEnding(buckets, candidate, last);
  let endings = buckets.byDirectory.get(directory);
  if (endings === undefined) buckets.byDirectory.set(directory, (endings = createEndings()));
  // The directory can be anywhere in the path, so the pattern still has to be compared.
  addByEnding(endings, { ...candidate, certain: false }, last);
}

function addByEnding<Use>(endings: Endings<Use>, candidate: Candidate<Use>, last: SegmentPattern | undefined): void {
  if (last?.kind === "literal") return push(endings.byName, last.text, candidate);
  if (last?.kind !== "suffix" && last?.kind !== "parts" && last?.kind !== "extended") {
    const isPattern = last?.kind === "wildcard" || last?.kind === "rest";
    endings.rest.push(isPattern ? { ...candidate, certain: false } : candidate);
    return;
  }
  const suffix = last.kind === "suffix" ? last.text : last.suffix;
  // `*.test.ts` is stored under `.test.ts`: few files have this ending, and all of those match.
  const isExtension = last.kind === "suffix" && suffix.startsWith(".");
  const extension = isExtension ? suffix : suffix.slice(suffix.lastIndexOf("."));
  const entry = isExtension ? candidate : { ...candidate, certain: false };
  if (extension.startsWith(".")) push(endings.byExtension, extension, entry);
  else endings.rest.push(entry);
}

/** The longest literal directory name in the pattern from segment `from` on. Long names are the most selective. */
function literalDirectory(pattern: Alternative, from: number): string | undefined {
  let longest: string | undefined;
  for (let index = from; index < pattern.length - 1; index += 1) {
    const segment = pattern[index];
    if (segment?.kind === "literal" && segment.text.length > (longest?.length ?? 0)) longest = segment.text;
  }
  return longest;
}

function push<Use>(map: Map<string, Candidate<Use>[]>, key: string, candidate: Candidate<Use>): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [candidate]);
  else list.push(candidate);
}

export interface SplitFile {
  readonly path: readonly string[];
  readonly name: string;
  /** The endings of its name from each dot: `.test.ts` and `.ts`. */
  readonly extensions: readonly string[];
}

export function splitFile(path: readonly string[]): SplitFile | undefined {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const extensions: string[] = [];
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) extensions.push(name.slice(dot));
  return { path, name, extensions };
}

/** Calls `visit` with each list of candidates that a file may match in the buckets of its first `depth` directories. */
export function visitCandidates<Use>(
  buckets: Buckets<Use>,
  file: SplitFile,
  depth: number,
  visit: (candidates: readonly Candidate<Use>[], depth: number) => void,
): void {
  visitByEnding(buckets, file, depth, visit);
  if (buckets.byDirectory.size === 0) return;
  for (let index = depth; index < file.path.length - 1; index += 1) {
    const endings = buckets.byDirectory.get(file.path[index] ?? "");
    if (endings !== undefined) visitByEnding(endings, file, depth, visit);
  }
}

function visitByEnding<Use>(
  { byName, byExtension, rest }: Endings<Use>,
  { name, extensions }: SplitFile,
  depth: number,
  visit: (candidates: readonly Candidate<Use>[], depth: number) => void,
): void {
  const named = byName.get(name);
  if (named !== undefined) visit(named, depth);
  if (byExtension.size > 0) {
    for (const extension of extensions) {
      const ending = byExtension.get(extension);
      if (ending !== undefined) visit(ending, depth);
    }
  }
  if (rest.length > 0) visit(rest, depth);
}
