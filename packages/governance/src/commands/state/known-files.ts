import { joinPath } from "../join-path.ts";
import type { ReadingLimits } from "./reading-limits.ts";

/** A copy has the content of at most so many files. */
const maxSources = 16;

/** The files that a text writes and copies, and the outputs that it uses as files. Paths are relative to the directory of the text. */
export class KnownFiles {
  readonly #limits: ReadingLimits;
  readonly #texts = new Map<string, string>();
  readonly #downloads = new Set<string>();
  /** Files with the same content as another file: copies, and substitutions such as `<(cat file)`. */
  readonly #copies = new Map<string, readonly string[]>();

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** Records that a file is downloaded. */
  download(directory: string | undefined, path: string): void {
    this.#downloads.add(keyOf(directory, path));
  }

  /** Whether a file, or what it is a copy of, is downloaded. */
  isDownload(directory: string | undefined, path: string): boolean {
    const sources = this.sourcesOf(directory, path) ?? [];
    return this.#downloads.has(keyOf(directory, path)) || sources.some((source) => this.#downloads.has(source));
  }

  /** Sets the content of a file, or of a substitution. */
  write(directory: string | undefined, path: string, text: string): void {
    this.#texts.set(keyOf(directory, path), text);
  }

  append(directory: string | undefined, path: string, text: string): void {
    const key = keyOf(directory, path);
    this.#texts.set(key, (this.#texts.get(key) ?? "") + text);
  }

  /** Records that a file, or the output of a substitution, has the content of other files, or a part of it. */
  copy(directory: string | undefined, from: readonly string[], to: string): void {
    const named = from.map((path) => keyOf(directory, path));
    const sources = named.flatMap((source) => this.#copies.get(source) ?? [source]).slice(0, maxSources);
    const texts = sources.flatMap((source) => this.#texts.get(source) ?? []);
    const isKnown = texts.length > 0 && texts.length === sources.length;
    const key = keyOf(directory, to);
    if (!isKnown) this.#copies.set(key, sources);
    else if (this.#limits.canExpand(texts.reduce((sum, { length }) => sum + length, 0))) this.#texts.set(key, texts.join(""));
  }

  /** Returns the content of a file that the text writes. Undefined for all others. */
  textOf(directory: string | undefined, path: string): string | undefined {
    return this.#texts.get(keyOf(directory, path));
  }

  /** Returns the files whose content a file has: itself, if the text writes it. Undefined if it is no copy. */
  sourcesOf(directory: string | undefined, path: string): readonly string[] | undefined {
    const key = keyOf(directory, path);
    return this.#texts.has(key) ? [key] : this.#copies.get(key);
  }
}

function keyOf(directory: string | undefined, path: string): string {
  // A substitution is no path.
  return /^(?:[<>]|\$)\(|^`/.test(path) ? path : joinPath(directory ?? ".", path);
}
