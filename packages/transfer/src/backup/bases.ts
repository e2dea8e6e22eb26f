import { isRecord } from "@precept/core";
import { appendFile, putFileSync, readFileInSync, sha256, statusIn, type Lock, type Root } from "@precept/files";
import { makeBackupDirectory } from "./journal.ts";
import { basesPath, endsInLine } from "./paths.ts";

/** A line of the file with the bases: a text that a file had when it was last exported or imported. */
interface Base {
  /** SHA-256 of the text, in hexadecimal. */
  readonly sha256: string;
  readonly text: string;
}

/** The size in bytes from which unused bases are removed, if the file has doubled since the last time. */
const minCompactedSize = 1_048_576;
const maxBasesBytes = 268_435_456;

/**
 * Appends the last texts of exported and imported files to one file, so that a later edit can be compared with them. One file, because writing
 * thousands takes as long as the export itself. It is not flushed to the disk: without a base, an edit is still taken over unless its rule changed too.
 *
 * @param used the hashes of the texts that the ledger still refers to.
 */
export async function saveBases(root: Root, texts: readonly string[], used: ReadonlySet<string>, lock: Lock): Promise<void> {
  if (texts.length === 0) return;
  await makeBackupDirectory(root);
  const lines = texts.map((text) => printBase({ sha256: sha256(text), text }));
  const isTorn = !endsInLine(root, basesPath);
  const options = { links: "none", isPrivate: true, beforeRename: lock.assertHeld } as const;
  const size = await appendFile(root, basesPath, (isTorn ? "\n" : "") + lines.join(""), options);
  if (size > minCompactedSize) compact(root, size, used);
}

/** Reads the bases by their hash. Texts that do not have their hash are ignored. */
export function readBases(root: Root): ReadonlyMap<string, string> {
  const bases = readLines(root).flatMap((line) => parseBase(line) ?? []);
  return new Map(bases.filter((base) => sha256(base.text) === base.sha256).map((base) => [base.sha256, base.text]));
}

/** Removes the bases that nothing refers to, if the file has doubled since the last time. */
function compact(root: Root, size: number, used: ReadonlySet<string>): void {
  const lines = readLines(root);
  const [first = ""] = lines;
  const last = parseSize(first) ?? 0;
  if (size < 2 * last) return;
  const bases = new Map(
    lines
      .flatMap((line) => parseBase(line) ?? [])
      .flatMap((base) => (used.has(base.sha256) ? [[base.sha256, base] as const] : [])),
  );
  const text = [...bases.values()].map(printBase).join("");
  putFileSync(root, basesPath, `${JSON.stringify({ size: text.length })}\n${text}`, { links: "none", isPrivate: true });
}

function readLines(root: Root): readonly string[] {
  if (statusIn(root, basesPath, "none") === undefined) return [];
  const content = readFileInSync(root, basesPath, { maxBytes: maxBasesBytes, links: "none" });
  return content.kind === "bytes" ? content.bytes.toString("utf8").split("\n") : [];
}

function printBase({ sha256: hash, text }: Base): string {
  return `${JSON.stringify({ sha256: hash, text })}\n`;
}

function parseBase(line: string): Base | undefined {
  const value = parse(line);
  if (!isRecord(value) || typeof value["sha256"] !== "string" || typeof value["text"] !== "string") return undefined;
  return { sha256: value["sha256"], text: value["text"] };
}

function parseSize(line: string): number | undefined {
  const value = parse(line);
  return isRecord(value) && typeof value["size"] === "number" ? value["size"] : undefined;
}

function parse(line: string): unknown {
  try {
    return line === "" ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}
