import type { SessionType } from "@precept/contract/values";
import type { FileNumbers } from "@precept/files";

/** The maximum number of texts in a cache. The least recently stored ones are dropped. */
const maxTexts = 1_000;

/** The last good text of a file. */
export interface CachedText {
  readonly content: string;
  /** When it was read, ISO 8601. */
  readonly loadedAt: string;
  readonly sha256: string;
  /** The file that it was read from. */
  readonly numbers: FileNumbers;
}

/** The key of a text. A shared session never gets a text that a main session has read. */
export interface CacheKey {
  /** The real path of the directory of the context. */
  readonly dir: string;
  readonly sessionType: SessionType;
  /** The path of the file, relative to the directory. */
  readonly path: string;
}

/** The last good texts of context files, in memory. At most 1,000. Create it with {@link createContextCache}. */
export interface ContextCache {
  readonly get: (key: CacheKey) => CachedText | undefined;
  readonly set: (key: CacheKey, text: CachedText) => void;
  readonly delete: (key: CacheKey) => void;
}

/** Creates an empty cache for the last good texts of context files. */
export function createContextCache(): ContextCache {
  const texts = new Map<string, CachedText>();
  return {
    get: (key) => texts.get(keyOf(key)),
    set(key, text) {
      texts.delete(keyOf(key));
      texts.set(keyOf(key), text);
      const [oldest] = texts.keys();
      if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest);
    },
    delete: (key) => void texts.delete(keyOf(key)),
  };
}

function keyOf({ dir, sessionType, path }: CacheKey): string {
  return JSON.stringify([dir, sessionType, path]);
}

export const processCache: ContextCache = createContextCache();
