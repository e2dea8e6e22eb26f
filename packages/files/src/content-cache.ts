import { join } from "node:path";
import { listDirectorySync, modifiedAt, ownershipAt } from "./inspect.ts";
import { makePrivateDirectory } from "./private-directory.ts";
import { readFileInSync } from "./read-file.ts";
import { openRoot } from "./root.ts";
import { sha256 } from "./sha256.ts";
import { removeFile } from "./write-file.ts";
import { putFileSync } from "./write-file-sync.ts";

export interface ContentCacheOptions {
  /** A directory of the user's own, absolute. It is created when the cache is saved. Never a directory of a project, whose author could fill it. */
  readonly dir: string;
  /** What the cache is about, such as a project directory. Each has a file of its own. */
  readonly subject: string;
  /** Identifies the code that computes the values. Values of another version are ignored. */
  readonly version: string;
  /** Whether nothing is written. Default false. */
  readonly readOnly?: boolean;
}

/** The maximum size of a cache file, in bytes. A larger one is not read. */
const maxBytes = 67_108_864;
/** The maximum total length of entries that this process did not use, in UTF-16 code units. The oldest are dropped. */
const maxUnused = 1_048_576;
/** The age of a cache file in milliseconds after which it is removed: 30 days. */
const maxAge = 2_592_000_000;
/** The permission bits with which the group or others can write. */
const writableByOthers = 0o022;

/**
 * Caches values that are computed from contents, such as parsed files, in a file of the user. It is read only if the user owns it and its directory, and
 * nobody else can write to them, so its values can be used without validating them.
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
   * @param key what the value is computed from, as a whole: hashing it would load code that a hook needs for nothing else, and could collide.
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
    const { dir } = this.#options;
    const name = fileNameOf(this.#options);
    try {
      const root = openRoot(dir);
      await makePrivateDirectory(root, ".");
      // Nothing is written where others could read or replace it.
      if (!isOwn(dir, "directory")) return;
      putFileSync(root, name, this.#print(), { links: "none", isPrivate: true });
      await removeOld(dir, name);
    } catch {
      // Without the file, the next process takes longer.
    }
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

/** The maximum length of a file name on common systems, in bytes. */
const maxName = 255;

function fileNameOf({ subject }: ContentCacheOptions): string {
  const name = encodeURIComponent(subject);
  return name.length <= maxName - 32 ? name : sha256(subject);
}

function readEntries(options: ContentCacheOptions): Map<string, string> {
  const { dir } = options;
  const name = fileNameOf(options);
  const path = join(dir, name);
  if (!isOwn(path, "file") || !isOwn(dir, "directory")) return new Map();
  const content = readFileInSync(openRoot(dir), name, { maxBytes, links: "none" });
  if (content.kind !== "bytes") return new Map();
  const [header, ...lines] = content.bytes.toString("utf8").split("\n");
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

/** Whether the user owns a file or directory that is not a link, and no other user can write to it. Systems without user ids protect the user's directory. */
function isOwn(path: string, kind: "file" | "directory"): boolean {
  const found = ownershipAt(path);
  if (found?.kind !== kind) return false;
  const user = process.geteuid?.();
  return user === undefined || (found.uid === user && (found.mode & writableByOthers) === 0);
}

/** Removes the cache files that no process has written for a long time: their projects are gone. */
async function removeOld(dir: string, current: string): Promise<void> {
  const root = openRoot(dir);
  for (const { name } of listDirectorySync(root, ".")) {
    const modified = name.startsWith(".") || name === current ? undefined : modifiedAt(join(dir, name));
    if (modified !== undefined && Date.now() - modified > maxAge) await removeFile(root, name);
  }
}
