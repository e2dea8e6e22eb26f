import { openRoot } from "@precept/files";
import { readJournal, type TransferKind } from "./journal.ts";
import { readObject } from "./objects.ts";

/** A text in the backup. */
export interface BackupText {
  /** The path that it stood at, relative to the project. */
  readonly path: string;
  /** `original`: before Precept first changed the file. `kept`: before it was replaced or removed. */
  readonly kind: "original" | "kept";
  /** When it was stored, in ISO 8601. */
  readonly at: string;
  /** What replaced or removed it. */
  readonly by: TransferKind;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Lists the texts in the backup of a project, oldest first. */
export function listBackup(dir: string): readonly BackupText[] {
  return readJournal(openRoot(dir)).entries.flatMap(({ path, kind, at, by, sha256 }) =>
    sha256 === undefined ? [] : [{ path, kind: kind === "file" ? "original" : "kept", at, by, sha256 }],
  );
}

/** Reads a text of the backup by its SHA-256. Returns undefined if it is missing or damaged. */
export function readBackup(dir: string, sha256: string): Buffer | undefined {
  return readObject(openRoot(dir), sha256);
}
