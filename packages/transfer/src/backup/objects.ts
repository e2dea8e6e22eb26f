import { createFile, openRoot, readFileInSync, replaceFile, sha256, type Root } from "@precept/files";
import { backupDir, privateFile } from "./json-lines.ts";
import { maxFileBytes } from "../max-file-bytes.ts";

/** Stores bytes in the backup, flushed to the disk. @returns their SHA-256 in hexadecimal. */
export async function saveObject(root: Root, bytes: Uint8Array, beforeRename: () => void): Promise<string> {
  const id = sha256(bytes);
  const path = getObjectPath(id);
  const options = { ...privateFile, beforeRename };
  // An existing object can be incomplete, or be part of a clone.
  if (!(await createFile(root, path, bytes, options)) && readObject(root, id) === undefined) {
    await replaceFile(root, path, bytes, options);
  }
  return id;
}

/** Reads a text of the backup of a project by its SHA-256. Returns undefined if it is missing or damaged. */
export function readBackup(dir: string, id: string): Buffer | undefined {
  return readObject(openRoot(dir), id);
}

/** Reads an object of the backup. Returns undefined if there is none, or if its content does not have this hash. */
export function readObject(root: Root, id: string): Buffer | undefined {
  if (!isSha256(id)) return undefined;
  const content = readFileInSync(root, getObjectPath(id), { maxBytes: maxFileBytes, links: "none" });
  return content.kind === "bytes" && sha256(content.bytes) === id ? content.bytes : undefined;
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function getObjectPath(id: string): string {
  return `${backupDir}/objects/${id.slice(0, 2)}/${id.slice(2)}`;
}
