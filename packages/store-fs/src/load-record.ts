import type { FileStatus } from "@precept/files";
import type { FileListing } from "./list-files.ts";
import { ListingRecorder } from "./listing-record.ts";
import type { ResolvedRoot } from "./resolved-root.ts";
import type { PlannedFile } from "./rule-file-cache.ts";

/** What the result of loading all roots depends on. */
export class LoadRecord {
  readonly recorders: Map<ResolvedRoot, ListingRecorder> = new Map();
  readonly listings: Map<ResolvedRoot, FileListing> = new Map();
  plan: readonly PlannedFile[] = [];
  /** Returns the status of a file before it was read. Undefined if it is not a regular file. */
  statusOf: (planned: PlannedFile) => FileStatus | undefined = () => undefined;

  async list(root: ResolvedRoot, projectDir: string): Promise<FileListing> {
    const recorder = new ListingRecorder();
    const listing = await recorder.list(root, projectDir);
    this.recorders.set(root, recorder);
    this.listings.set(root, listing);
    return listing;
  }

  setFiles(plan: readonly PlannedFile[], statusOf: LoadRecord["statusOf"]): void {
    this.plan = plan;
    this.statusOf = statusOf;
  }
}
