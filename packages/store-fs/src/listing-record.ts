import { directoryIn, statusAt, toFileStatus, type FileStatus } from "@precept/files";
import { listFiles, type FileListing } from "./list-files.ts";
import type { ResolvedRoot } from "./resolved-root.ts";
import type { ListingWatch } from "./watch.ts";

/**
 * What the listing of a root depends on. While its directories are unchanged, it is the same. Links and single files
 * depend on more: the root is listed again, and the listings are compared.
 */
export type ListingRecord =
  | {
      /** The path of the root with links resolved. */
      readonly real: string;
      /** The number of directories. */
      readonly dirs: number;
    }
  | {
      /** The listing as JSON. */
      readonly listing: string;
    };

/** Lists a root, and records what the listing depends on. */
export class ListingRecorder implements ListingWatch {
  /** The status of each directory before it was listed, by absolute path. */
  readonly statuses: Map<string, FileStatus> = new Map();
  /** The files that the root skips, as messages show them. */
  readonly skipped: string[] = [];
  #hasLinks = false;

  async directory(path: string): Promise<void> {
    const now = Date.now();
    const stats = statusAt(path);
    if (stats !== undefined) this.statuses.set(path, toFileStatus(stats, now));
  }

  async link(): Promise<void> {
    this.#hasLinks = true;
  }

  async list(root: ResolvedRoot, projectDir: string): Promise<FileListing> {
    const skips = (file: string): boolean => {
      const isSkipped = root.skips(file);
      if (isSkipped) this.skipped.push(file);
      return isSkipped;
    };
    return listFiles({ ...root, skips }, projectDir, this);
  }

  recordOf(root: ResolvedRoot, listing: FileListing): ListingRecord {
    const { size: dirs } = this.statuses;
    if (this.#hasLinks || root.options.files !== undefined || dirs === 0) return { listing: JSON.stringify(listing) };
    return { real: directoryIn(root.confined, root.dir), dirs };
  }
}
