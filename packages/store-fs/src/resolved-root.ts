import { resolve } from "node:path";
import { isSecretFile, openRoot, rootFor, shownPath, type FileIdentity, type Root } from "@precept/files";
import type { FsRoot, FsStoreOptions } from "./options.ts";

export interface ResolvedRoot {
  readonly options: FsRoot;
  /** The position among the store's roots, from 0. */
  readonly order: number;
  /** The root's directory, absolute. */
  readonly dir: string;
  /** The root's directory as messages show it. */
  readonly displayPath: string;
  /** Confines file access: to the project, or for a directory outside the project to that directory. */
  readonly confined: Root;
  readonly store: string;
  readonly maxBytes: number;
  /** Identifies the agent's memory, which is not read as a rule. */
  readonly identifyMemory: (() => FileIdentity) | undefined;
  /** Whether a file is not read as a rule. Takes the path as messages show it. */
  readonly skips: (file: string) => boolean;
  readonly readsLinks: boolean;
}

export interface StoreRoots {
  readonly projectDir: string;
  /** Whether a file that a link leads to is private, so that it is not read as a rule. */
  readonly isPrivate: (path: string) => Promise<boolean>;
  readonly roots: readonly ResolvedRoot[];
}

/** The default of `skips`. */
export const skipsNothing = (): boolean => false;

export function resolveRoots(options: FsStoreOptions, store: string): StoreRoots {
  const projectDir = resolve(options.projectDir ?? ".");
  const {
    trustedDirs = [],
    isPrivate = async (path: string) => isSecretFile(path),
    skips = skipsNothing,
    readsLinks = false,
  } = options;
  const project = openRoot(projectDir, { trusted: trustedDirs });
  const roots = options.roots.map((root, order) => {
    const dir = resolve(projectDir, root.dir);
    return {
      options: root,
      order,
      dir,
      displayPath: shownPath(projectDir, dir) || ".",
      confined: rootFor(project, dir),
      store,
      maxBytes: options.maxBytes ?? root.codec.maxBytes,
      identifyMemory: options.identifyMemory,
      skips,
      readsLinks,
    };
  });
  return { projectDir, isPrivate, roots };
}
