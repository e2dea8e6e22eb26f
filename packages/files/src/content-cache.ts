import { readCacheFile, writeCacheFile, type CacheFile } from "./cache-file.ts";

export interface ContentCacheOptions extends CacheFile {
  /** Identifies the code that computes the values. Values of another version are ignored. */
  readonly version: string;
  /** Whether nothing is written. Default false. */
  readonly readOnly?: boolean;
}

/** The maximum total length of entries that this process did not use, in UTF-16 code units. The oldest are dropped. */
const maxUnused = 1_048_576;

/**
 * Caches values that are computed from contents, such as parsed files, in a file of the user. It is read only if the
 * user owns it and its directory, and no one else can write to them, so its values can be used without validating them.
 *
 * @example
 * ```ts
 * import { ContentCache } from "@precept/files";
 *
 * const cache = new ContentCache({ dir: "/home/me/.precept/cache/lines", subject: "/home/me/project", version: "1.0.0" });
 * const text = "a\nb";
 * if (cache.get(text) === undefined) cache.set(text, "2");
 * await cache.save();
 * ```
 */
export class ContentCache {
  readonly #options: ContentCacheOptions;
  #entries: Map<string, string> | undefined;
  readonly #used = new Set<string>();
  #isChanged = false;

  constructor(options: ContentCacheOptions) {
    this.#options = options;
  }

  /** Returns the value of a key. The first call reads the file. */
  get(key: string): string | undefined {
    const value = this.#read().get(key);
    if (value !== undefined) this.#used.add(key);
    return value;
  }

  /**
   * @param key the whole text that the value is computed from. Hashes of it could collide, and computing them would
   * load code that a hook does not need otherwise.
   * @param value on one line, such as JSON.
   */
  set(key: string, value: string): void {
    const entries = this.#read();
    if (entries.get(key) === value || /[\n\r]/.test(value)) return;
    entries.set(key, value);
    this.#used.add(key);
    this.#isChanged = true;
  }

  /** Writes new values to the file. Errors are ignored: the values can be computed again. */
  async save(): Promise<void> {
    if (!this.#isChanged || this.#options.readOnly === true) return;
    this.#isChanged = false;
    await writeCacheFile(this.#options, this.#print());
  }

  #read(): Map<string, string> {
    this.#entries ??= readEntries(this.#options);
    return this.#entries;
  }

  #print(): string {
    const entries = [...this.#read()];
    let left = maxUnused;
    const retained = entries.toReversed().filter(([key, value]) => {
      if (this.#used.has(key)) return true;
      left -= key.length + value.length;
      return left >= 0;
    });
    return [headerOf(this.#options), ...retained.toReversed().map(([key, value]) => `${JSON.stringify(key)}\t${value}`)].join(
      "\n",
    );
  }
}

function headerOf({ version }: ContentCacheOptions): string {
  return `precept-cache 1 ${version}`;
}

function readEntries(options: ContentCacheOptions): Map<string, string> {
  const [header, ...lines] = readCacheFile(options)?.toString("utf8").split("\n") ?? [];
  if (header !== headerOf(options)) return new Map();
  try {
    return new Map(
      lines.map((line) => {
        // JSON escapes tabs.
        const end = line.indexOf("\t");
        return [JSON.parse(line.slice(0, end)) as string, line.slice(end + 1)];
      }),
    );
  } catch {
    // The file is damaged.
    return new Map();
  }
}
