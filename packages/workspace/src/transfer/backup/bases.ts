import { createFileSync, errorCode, removeFile, sha256, type Root } from "@precept/files";
import { getBasePath, isSha256 } from "./paths.ts";

/**
 * Stores the last text of exported and imported files, so that a later edit can be compared with it. They are not flushed to the disk: without a base,
 * an edit is still taken over unless its rule changed too.
 */
export function keepBases(root: Root, texts: Iterable<string>): void {
  for (const text of texts) createFileSync(root, getBasePath(sha256(text)), text, { links: "none" });
}

/** Removes the bases of texts that no entry of the ledger has any more. */
export async function dropBases(root: Root, hashes: Iterable<string>): Promise<void> {
  for (const hash of hashes) {
    if (!isSha256(hash)) continue;
    try {
      await removeFile(root, getBasePath(hash), { links: "none" });
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}
