import { isRecord } from "@precept/core";
import { putFileSync, sha256, statusIn, type Lock, type Root } from "@precept/files";
import { appendJsonLines, backupDir, privateFile, readJsonLines } from "./json-lines.ts";

/** A text that a file had when it was last exported or imported, with its SHA-256 in hexadecimal. */
interface WholeBase {
  readonly sha256: string;
  readonly text: string;
}

/** A text whose end is the text of another line: the files of a rule differ in their front matter only. */
interface SplitBase {
  readonly sha256: string;
  readonly head: string;
  /** The SHA-256 of the rest. */
  readonly body: string;
}

type Base = WholeBase | SplitBase;

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
  const isNew = statusIn(root, basesPath, "none") === undefined;
  const size = await appendJsonLines(root, basesPath, toBases(texts), lock);
  // A new file has only texts that are used.
  if (!isNew && size > minCompactedSize) compact(root, size, used);
}

/** Returns the lines that store texts. The end that several of them share is stored once. */
function toBases(texts: readonly string[]): readonly Base[] {
  const parts = texts.map((text) => ({ text, head: text.slice(0, findBody(text)), body: text.slice(findBody(text)) }));
  const counts = new Map<string, number>();
  for (const { body } of parts) counts.set(body, (counts.get(body) ?? 0) + 1);
  const shared = new Map<string, string>();
  for (const [body, count] of counts) if (count > 1) shared.set(body, sha256(body));
  return [
    ...Array.from(shared, ([text, hash]): Base => ({ sha256: hash, text })),
    ...parts.map(({ text, head, body: rest }): Base => {
      const body = shared.get(rest);
      return body === undefined ? { sha256: sha256(text), text } : { sha256: sha256(text), head, body };
    }),
  ];
}

/** Returns where the text below the front matter begins; 0 without front matter. */
function findBody(text: string): number {
  return text.startsWith("---\n") ? text.indexOf("\n---\n", 3) + 1 : 0;
}

/** Reads the bases by their hash. Texts that do not have their hash are ignored. */
export function readBases(root: Root): ReadonlyMap<string, string> {
  const bases = readLines(root).filter(isBase);
  const texts = new Map(bases.flatMap((base) => ("text" in base ? [[base.sha256, base.text] as const] : [])));
  const textOf = (base: Base): string | undefined => {
    if ("text" in base) return base.text;
    const body = texts.get(base.body);
    return body === undefined ? undefined : base.head + body;
  };
  return new Map(
    bases.flatMap((base) => {
      const text = textOf(base);
      return text !== undefined && sha256(text) === base.sha256 ? [[base.sha256, text] as const] : [];
    }),
  );
}

/** Removes the bases that nothing refers to, if the file has doubled since the last time. */
function compact(root: Root, size: number, used: ReadonlySet<string>): void {
  const [first, ...others] = readLines(root);
  if (isRecord(first) && typeof first["size"] === "number" && size < 2 * first["size"]) return;
  const bases = new Map([first, ...others].filter(isBase).map((base) => [`${base.sha256} ${"text" in base}`, base]));
  const bodies = new Set([...bases.values()].flatMap((base) => ("body" in base && used.has(base.sha256) ? [base.body] : [])));
  const current = [...bases.values()].filter((base) => used.has(base.sha256) || bodies.has(base.sha256));
  const text = current.map((base) => `${JSON.stringify(base)}\n`).join("");
  putFileSync(root, basesPath, `${JSON.stringify({ size: text.length })}\n${text}`, privateFile);
}

function readLines(root: Root): readonly unknown[] {
  return readJsonLines(root, basesPath, maxBasesBytes) ?? [];
}

function isBase(value: unknown): value is Base {
  if (!isRecord(value) || typeof value["sha256"] !== "string") return false;
  return typeof value["text"] === "string" || (typeof value["head"] === "string" && typeof value["body"] === "string");
}
