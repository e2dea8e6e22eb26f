import type { Dirent } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** An entry of a directory. Links are not followed. */
export type DirectoryEntry = Dirent;

/** A file that {@link openIn} opened. */
export type OpenFile = FileHandle;
