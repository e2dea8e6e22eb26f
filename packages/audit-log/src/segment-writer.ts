import { errorCode, moveFile, openIn, removeFile, syncDirectory, type OpenFile } from "@precept/files";
import type { EntryMetadata } from "./entry.ts";
import { findEnd, type FoundEnd } from "./find-end.ts";
import { readFirstLine } from "./find-oldest.ts";
import { writeEnd, type LogEnd } from "./head.ts";
import { genesis, printLine, type Fields } from "./line.ts";
import { readLogId } from "./log-id.ts";
import { segmentName } from "./fields.ts";
import type { LogFiles } from "./log-files.ts";
import { formatSegmentInfo, type Damage, type SegmentInfo } from "./segment-info.ts";

export interface SegmentOptions {
  readonly files: LogFiles;
  readonly isDurable: boolean;
  readonly maxBytes: number;
  readonly daily: boolean;
  /** How many full files are kept. */
  readonly keep: number;
}

/** The log's files are for the user alone, and never links. */
const own = { links: "none", isPrivate: true } as const;

/** Writes lines at the end of a log, for as long as nobody else may. */
export class SegmentWriter {
  readonly #options: SegmentOptions;
  readonly #assertHeld: () => void;
  #end: LogEnd;
  #damage: Damage | undefined;
  #lines: Buffer[] = [];
  #file: OpenFile | undefined;
  #note: OpenFile | undefined;
  /** Files that go once the entry that says so is on the disk. */
  #outdated: readonly string[] = [];

  private constructor(options: SegmentOptions, assertHeld: () => void, { damage, ...end }: FoundEnd) {
    this.#options = options;
    this.#assertHeld = assertHeld;
    this.#end = end;
    this.#damage = damage;
  }

  /** @param assertHeld called before each change of a file. It throws if another process writes the log by now. */
  static async open(options: SegmentOptions, assertHeld: () => void): Promise<SegmentWriter> {
    return new SegmentWriter(options, assertHeld, await findEnd(options.place, assertHeld));
  }

  /** The id of the last entry, also of one that is not yet flushed. */
  get logId(): string {
    return this.#end.logId;
  }

  /** Adds an entry. It is on the disk after the next flush. */
  async add(logId: string, fields: Fields): Promise<Pick<EntryMetadata, "hash" | "prev_hash">> {
    const prevHash = this.#end.hash;
    let printed = printLine(fields, prevHash);
    if (this.#isFullFor(logId, Buffer.byteLength(printed.line) + 1)) await this.#rotate();
    const { segment, size } = this.#end;
    if (size === 0 && segment > 1)
      printed = printLine([...fields, [segmentName, formatSegmentInfo(await this.#describeSegment())]], prevHash);
    const line = Buffer.from(`${printed.line}\n`);
    this.#lines.push(line);
    this.#end = { segment, size: size + line.length, hash: printed.hash, logId };
    return { prev_hash: prevHash, hash: printed.hash };
  }

  /** Puts on the disk what was added. Where that fails nothing of it is there, and this writer is of no more use. */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const { place, isDurable } = this.#options;
    const bytes = Buffer.concat(this.#lines);
    const start = this.#end.size - bytes.length;
    this.#lines = [];
    const note = await this.#openNote();
    this.#file ??= await openIn(place.root, place.current, "append", own);
    this.#assertHeld();
    try {
      await this.#file.appendFile(bytes);
      if (isDurable) await this.#file.datasync();
    } catch (error) {
      await this.#truncate(this.#file, start);
      throw error;
    }
    if (isDurable && start === 0) await syncDirectory(place.dir);
    // A process that has taken the lock over has marker a later end.
    this.#assertHeld();
    await writeEnd(note, this.#end);
    for (const path of this.#outdated) await removeFile(place.root, path, { links: "none" }).catch(() => undefined);
    this.#outdated = [];
  }

  /** Cuts off what was written before writing failed, unless another process may have written behind it. */
  async #truncate(file: OpenFile, size: number): Promise<void> {
    try {
      this.#assertHeld();
      await file.truncate(size);
    } catch {
      // The next process that writes the log cuts off a line without an end.
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    await this.#note?.close();
    this.#file = undefined;
    this.#note = undefined;
  }

  /** Noted before the first entry, so that a log without a note is one whose note was taken away. */
  async #openNote(): Promise<OpenFile> {
    const { isDurable, place } = this.#options;
    this.#note ??= await openIn(place.root, place.head, "update", own).catch(async (error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
      const note = await openIn(place.root, place.head, "create", own);
      await writeEnd(note, { segment: 1, size: 0, hash: genesis, logId: "" });
      // Once. Later notes are written over this one, and an old note is as good: what stands behind it follows it.
      if (isDurable) await note.datasync();
      return note;
    });
    return this.#note;
  }

  #isFullFor(logId: string, length: number): boolean {
    const { maxBytes, daily } = this.#options;
    if (this.#damage !== undefined) return true;
    if (this.#end.size === 0) return false;
    if (this.#end.size + length > maxBytes) return true;
    return daily && readLogId(logId)?.day !== readLogId(this.#end.logId)?.day;
  }

  /** Gives the file the name that it keeps, and goes on in a new one. What is damaged stays as it is, for whoever verifies the log. */
  async #rotate(): Promise<void> {
    await this.flush();
    await this.#file?.close();
    this.#file = undefined;
    const { place } = this.#options;
    const newest = (await place.listFull()).at(-1) ?? 0;
    const number = this.#damage === undefined ? this.#end.segment : Math.max(newest + 1, this.#end.segment);
    await moveFile(place.root, place.current, place.full(number), this.#assertHeld).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
    });
    this.#end = { ...this.#end, segment: number + 1, size: 0 };
  }

  /** What the first entry of a file says about it: the chain vouches for which file is the oldest that was kept. */
  async #describeSegment(): Promise<SegmentInfo> {
    const { place, keep } = this.#options;
    const number = this.#end.segment;
    const full = await place.listFull();
    const kept = keep === 0 ? [] : full.slice(-keep);
    const gone = full.slice(0, full.length - kept.length);
    const oldest = kept[0] ?? number;
    const oldestPrevHash = oldest === number ? this.#end.hash : ((await readFirstLine(place, oldest))?.prevHash ?? genesis);
    const damage = this.#damage;
    this.#damage = undefined;
    this.#outdated = gone.map((old) => place.full(old));
    return { number, oldest, oldestPrevHash, after: damage };
  }
}
