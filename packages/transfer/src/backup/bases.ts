import { isRecord } from "@precept/core";
import { putFileSync, sha256, type Lock, type Root } from "@precept/files";
import { appendJsonLines, backupDir, privateFile, readJsonLines } from "./json-lines.ts";

/** A text that a file had when it was last exported or imported, with its SHA-256 in hexadecimal. */
interface Base {
  readonly sha256: string;
  readonly text: string;
}

const basesPath = `${backupDir}/bases.jsonl`;
const maxBasesBytes = 268_435_456;
/** The size in bytes from which unused bases are removed, if the file has doubled since the last time. */
const minCompactedSize = 1_048_576;

/**
 * Appends the last texts of exported and imported files to one file, so that a later edit can be compared with them.
 * One file, because writing thousands takes as long as the export itself. It is not flushed to the disk: without a
 * base, an edit is still imported unless its rule changed too.
 *
 * @param used the hashes of the texts that the ledger still refers to.
 */
export async function saveBases(root: Root, texts: readonly string[], used: ReadonlySet<string>, lock: Lock): Promise<void> {
  if (texts.length === 0) return;
  const bases = texts.map((text): Base => ({ sha256: sha256(text), text }));
  const size = await appendJsonLines(root, basesPath, bases, lock);
  if (size > minCompactedSize) compact(root, size, used);
}

/** Reads the bases by their hash. Texts that do not have their hash are ignored. */
export function readBases(root: Root): ReadonlyMap<string, string> {
  const bases = readLines(root).filter(isBase);
  return new Map(bases.filter((base) => sha256(base.text) === base.sha256).map((base) => [base.sha256, base.text]));
}

/** Removes the bases that nothing refers to, if the file has doubled since the last time. */
function compact(root: Root, size: number, used: ReadonlySet<string>): void {
  const [first, ...others] = readLines(root);
  if (isRecord(first) && typeof first["size"] === "number" && size < 2 * first["size"]) return;
  const bases = new Map([first, ...others].filter(isBase).map((base) => [base.sha256, base]));
  const current = [...bases.values()].filter((base) => used.has(base.sha256));
  const text = current.map((base) => `${JSON.stringify(base)}\n`).join("");
  putFileSync(root, basesPath, `${JSON.stringify({ size: text.length })}\n${text}`, privateFile);
}

function readLines(root: Root): readonly unknown[] {
  return readJsonLines(root, basesPath, maxBasesBytes) ?? [];
}

function isBase(value: unknown): value is Base {
  return isRecord(value) && typeof value["sha256"] === "string" && typeof value["text"] === "string";
}
