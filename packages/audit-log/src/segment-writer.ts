import { errorCode, moveFile, openIn, removeFile, syncDirectory, type OpenFile } from "@precept/files";
import type { EntryMetadata } from "./entry.ts";
import { findEnd, type FoundEnd } from "./find-end.ts";
import { readFirstLine } from "./read-entries.ts";
import { writeEnd, type LogEnd } from "./end-marker.ts";
import { genesis, formatLine, type Fields } from "./line.ts";
import { readLogId } from "./log-id.ts";
import { segmentField } from "./fields.ts";
import type { LogFiles } from "./log-files.ts";
import { formatSegmentInfo, type Damage, type SegmentInfo } from "./segment-info.ts";

export interface SegmentOptions {
  readonly files: LogFiles;
  readonly isDurable: boolean;
  readonly maxBytes: number;
  readonly daily: boolean;
  /** The number of full files to retain. */
  readonly keep: number;
}

/** Only the user can read the log files, and they are never links. */
const fileOptions = { links: "none", isPrivate: true } as const;

/** Appends lines to a log while the caller holds its lock. */
export class SegmentWriter implements AsyncDisposable {
  readonly #options: SegmentOptions;
  readonly #assertHeld: () => void;
  #end: LogEnd;
  #damage: Damage | undefined;
  #lines: Buffer[] = [];
  #file: OpenFile | undefined;
  #marker: OpenFile | undefined;
  /** Files to delete once the entry that records it is on disk. */
  #outdated: readonly string[] = [];

  private constructor(options: SegmentOptions, assertHeld: () => void, { damage, ...end }: FoundEnd) {
    this.#options = options;
    this.#assertHeld = assertHeld;
    this.#end = end;
    this.#damage = damage;
  }

  /** @param assertHeld called before each change of a file. It throws if another process has taken over the lock. */
  static async open(options: SegmentOptions, assertHeld: () => void): Promise<SegmentWriter> {
    return new SegmentWriter(options, assertHeld, await findEnd(options.files, assertHeld));
  }

  /** The id of the last entry, even if it is not flushed. */
  get logId(): string {
    return this.#end.logId;
  }

  /** Adds an entry. The next flush writes it. */
  async add(logId: string, fields: Fields): Promise<Pick<EntryMetadata, "hash" | "prev_hash">> {
    const prevHash = this.#end.hash;
    let formatted = formatLine(fields, prevHash);
    if (this.#isFullFor(logId, Buffer.byteLength(formatted.line) + 1)) await this.#rotate();
    const { segment, size } = this.#end;
    if (size === 0 && segment > 1)
      formatted = formatLine([...fields, [segmentField, formatSegmentInfo(await this.#describeSegment())]], prevHash);
    const line = Buffer.from(`${formatted.line}\n`);
    this.#lines.push(line);
    this.#end = { segment, size: size + line.length, hash: formatted.hash, logId };
    return { prev_hash: prevHash, hash: formatted.hash };
  }

  /** Writes the added entries. If that fails, none of them is written, and the writer must not be used again. */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const { files, isDurable } = this.#options;
    const bytes = Buffer.concat(this.#lines);
    const start = this.#end.size - bytes.length;
    this.#lines = [];
    const marker = await this.#openMarker();
    this.#file ??= await openIn(files.root, files.current, "append", fileOptions);
    this.#assertHeld();
    try {
      await this.#file.appendFile(bytes);
      if (isDurable) await this.#file.datasync();
    } catch (error) {
      await this.#truncate(this.#file, start);
      throw error;
    }
    if (isDurable && start === 0) await syncDirectory(files.dir);
    // A process that has taken over the lock has written a later end marker.
    this.#assertHeld();
    await writeEnd(marker, this.#end);
    for (const path of this.#outdated) await removeFile(files.root, path, { links: "none" }).catch(() => undefined);
    this.#outdated = [];
  }

  /** Truncates what was written before a write failed, unless another process may have written after it. */
  async #truncate(file: OpenFile, size: number): Promise<void> {
    try {
      this.#assertHeld();
      await file.truncate(size);
    } catch {
      // The next writer truncates an incomplete line.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
    await this.#marker?.close();
  }

  /** Opens the end marker. It is created before the first entry, so that a missing marker means that it was removed. */
  async #openMarker(): Promise<OpenFile> {
    const { isDurable, files } = this.#options;
    this.#marker ??= await openIn(files.root, files.head, "update", fileOptions).catch(async (error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
      const marker = await openIn(files.root, files.head, "create", fileOptions);
      await writeEnd(marker, { segment: 1, size: 0, hash: genesis, logId: "" });
      // Only once: an outdated marker is valid, since later entries continue the chain.
      if (isDurable) await marker.datasync();
      return marker;
    });
    return this.#marker;
  }

  #isFullFor(logId: string, length: number): boolean {
    const { maxBytes, daily } = this.#options;
    if (this.#damage !== undefined) return true;
    if (this.#end.size === 0) return false;
    if (this.#end.size + length > maxBytes) return true;
    return daily && readLogId(logId)?.day !== readLogId(this.#end.logId)?.day;
  }

  /** Renames the current file to its final name and starts a new one. Does not change a damaged file. */
  async #rotate(): Promise<void> {
    await this.flush();
    await this.#file?.close();
    this.#file = undefined;
    const { files } = this.#options;
    const newest = (await files.listFull()).at(-1) ?? 0;
    const number = this.#damage === undefined ? this.#end.segment : Math.max(newest + 1, this.#end.segment);
    await moveFile(files.root, files.current, files.fullPath(number), this.#assertHeld).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
    });
    this.#end = { ...this.#end, segment: number + 1, size: 0 };
  }

  async #describeSegment(): Promise<SegmentInfo> {
    const { files, keep } = this.#options;
    const number = this.#end.segment;
    const full = await files.listFull();
    const retained = keep === 0 ? [] : full.slice(-keep);
    const removed = full.slice(0, full.length - retained.length);
    const oldest = retained[0] ?? number;
    const oldestPrevHash = oldest === number ? this.#end.hash : ((await readFirstLine(files, oldest))?.prevHash ?? genesis);
    const damage = this.#damage;
    this.#damage = undefined;
    this.#outdated = removed.map((old) => files.fullPath(old));
    return { number, oldest, oldestPrevHash, after: damage };
  }
}
