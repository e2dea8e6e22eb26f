import { isUnchanged, noFile, storedStatus, type FileStatus } from "./file-status.ts";
import type { SnapshotEntry } from "./section.ts";
import { readSection, writeSections, type SectionName, type SnapshotLocation } from "./snapshot-file.ts";

/** The maximum total length of values that this process did not use, in UTF-16 code units. The oldest are dropped. */
const maxUnused = 1_048_576;

/** The values that were computed from files, in one section of a snapshot. */
export class RememberedValues {
  readonly #location: SnapshotLocation | undefined;
  readonly #section: SectionName;
  readonly #key: string;
  #entries: Map<string, SnapshotEntry> | undefined;
  readonly #used = new Set<string>();
  #added = 0;

  /** @param location undefined: in memory only. @param key what all values depend on besides the files. */
  constructor(location: SnapshotLocation | undefined, section: SectionName, key: string) {
    this.#location = location;
    this.#section = section;
    this.#key = key;
  }

  /**
   * Returns the value of a file, or of a text, that has not changed. The first call reads the section.
   *
   * @param status of the file. Default: the value is not of a file.
   */
  get(path: string, status: FileStatus = noFile): string | undefined {
    const entry = this.#read().get(path);
    if (entry === undefined || !isUnchanged(entry.status, status)) return undefined;
    this.#used.add(path);
    return entry.value;
  }

  /**
   * Remembers a value of one line, such as JSON, unless the file changed a moment ago.
   *
   * @param status of the file before it was read.
   */
  set(path: string, value: string, status: FileStatus = noFile): void {
    if (status[0] === -1 || /[\n\r]/.test(value) || path.includes("\0")) return;
    this.#read().delete(path);
    this.#read().set(path, { path, status, value });
    this.#used.add(path);
    this.#added += 1;
  }

  delete(path: string): void {
    this.#read().delete(path);
  }

  /** Writes the values if at least this many are new. Errors are ignored: the values can be computed again. */
  async save(minNew = 1): Promise<void> {
    if (this.#location === undefined || this.#added < Math.max(minNew, 1)) return;
    this.#added = 0;
    await writeSections(this.#location, this.#key, { [this.#section]: this.#retained() });
  }

  #read(): Map<string, SnapshotEntry> {
    return (this.#entries ??= new Map(this.#readEntries().map((entry) => [entry.path, entry])));
  }

  #readEntries(): readonly SnapshotEntry[] {
    const section = this.#location && readSection(this.#location, this.#section, this.#key);
    if (section === undefined) return [];
    const { numbers, paths, values } = section;
    return paths.map((path, at) => ({ path, status: storedStatus(numbers, at), value: values.get(at) }));
  }

  #retained(): readonly SnapshotEntry[] {
    let left = maxUnused;
    const retained = [...this.#read().values()].toReversed().filter(({ path, value = "" }) => {
      if (this.#used.has(path)) return true;
      left -= path.length + value.length;
      return left >= 0;
    });
    return retained.toReversed();
  }
}
