import { dirname, join, relative } from "node:path";
import {
  listDirectorySync,
  makePrivateDirectory,
  openRoot,
  pathInside,
  putFile,
  readFileInSync,
  removeFile,
  sha256,
  toPosix,
  type Root,
} from "@precept/files";
import type { FoundFile } from "./list-files.ts";
import type { ResolvedRoot } from "./resolved-root.ts";

/** A rule file, and the root that it was found in. */
interface RootFile {
  readonly found: FoundFile;
  readonly root: ResolvedRoot;
}

/** The directory of the records in the state directory of a root: a file per rule file that this store replaced. */
const recordsDir = "created";

/**
 * Remembers when rule files were created. A file is replaced by another one with the same path, so its birth time is
 * then the time of the write. Before the first write, its creation time is recorded in the state directory of the root.
 */
export class CreationTimes {
  /** The names of the records, by state directory. */
  readonly #names = new Map<string, Set<string>>();

  /** Lists the records again before many files are read. */
  refresh(): void {
    this.#names.clear();
  }

  /**
   * Returns the recorded creation time of a rule file, ISO 8601.
   *
   * @param isListed whether to rely on the list of records. If not, another process can have written the record.
   */
  get(file: RootFile, isListed: boolean): string | undefined {
    const records = locateRecords(file);
    if (records === undefined) return undefined;
    const names = isListed ? this.#namesIn(records) : undefined;
    // The name of a record is a digest. Most projects have no records, and need none.
    if (names?.size === 0) return undefined;
    const record = recordOf(records, file);
    if (names?.has(record.name) === false) return undefined;
    const content = readFileInSync(record.root, join(record.dir, record.name), { maxBytes: 64, links: "none" });
    const time = content.kind === "bytes" ? content.bytes.toString("utf8") : "";
    return isTime(time) ? time : undefined;
  }

  /** Records the creation time of a file that is about to be replaced. A failure does not prevent the write. */
  async record(file: RootFile, createdAt: string): Promise<void> {
    const records = locateRecords(file);
    if (records === undefined || this.get(file, false) !== undefined) return;
    const record = recordOf(records, file);
    try {
      await makePrivateDirectory(record.root, dirname(record.dir));
      await putFile(record.root, join(record.dir, record.name), createdAt, { links: "none", isPrivate: true });
      this.#namesIn(record).add(record.name);
    } catch {
      // The rule is more important than its creation time, for example in a project whose state cannot be written.
    }
  }

  /** Forgets the creation time of a file that was deleted. */
  async forget(file: RootFile): Promise<void> {
    const records = locateRecords(file);
    if (records === undefined) return;
    const record = recordOf(records, file);
    this.#namesIn(record).delete(record.name);
    await removeFile(record.root, join(record.dir, record.name), { links: "none" }).catch(() => undefined);
  }

  #namesIn({ root, dir }: CreationRecords): Set<string> {
    const found = this.#names.get(dir) ?? listNames(root, dir);
    this.#names.set(dir, found);
    return found;
  }
}

interface CreationRecords {
  readonly root: Root;
  readonly stateDir: string;
  /** Absolute. */
  readonly dir: string;
}

interface CreationRecord extends CreationRecords {
  readonly name: string;
}

function locateRecords({ root: { options, confined } }: RootFile): CreationRecords | undefined {
  const { stateDir } = options;
  if (stateDir === undefined) return undefined;
  const root = pathInside(confined.dir, stateDir) === undefined ? openRoot(dirname(stateDir)) : confined;
  return { root, stateDir, dir: join(stateDir, recordsDir) };
}

function recordOf(records: CreationRecords, { found }: RootFile): CreationRecord {
  // Relative, so that the record is found in a project that was moved.
  return { ...records, name: sha256(toPosix(relative(records.stateDir, found.path))) };
}

function listNames(root: Root, dir: string): Set<string> {
  try {
    return new Set(listDirectorySync(root, dir).map(({ name }) => name));
  } catch {
    // Most projects have no records. Records that cannot be read are as if they were missing.
    return new Set();
  }
}

export function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
