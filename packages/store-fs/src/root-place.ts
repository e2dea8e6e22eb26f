import type { Root } from "@precept/files";
import type { FsRoot } from "./options.ts";

/** What a store knows about the root that a file lies in. */
export interface RootPlace {
  readonly root: FsRoot;
  readonly order: number;
  /** The root's directory, absolute. */
  readonly dir: string;
  /** The same, as it is shown. */
  readonly shown: string;
  /** What files of the root may not leave: the project; for a directory outside of it, that directory. */
  readonly within: Root;
  readonly store: string;
  readonly maxBytes: number;
  /** Whether a file is none of the rules, by its path as it is shown. */
  readonly skips: (file: string) => boolean;
}
