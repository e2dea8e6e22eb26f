import { isRecord, PreceptError } from "@precept/core";
import { putFile, readFileInSync, type Lock, type Root } from "@precept/files";
import type { FileRecord } from "./plan-file.ts";

/** What was installed in a project or for a user. Private to the machine, and only data: nothing in it is executed. */
export interface InstallLedger {
  /** By path, relative to the project or the home directory. */
  readonly files: Readonly<Record<string, FileRecord>>;
  /** Directories that were created for the ledger, the outermost first, relative to the directory that contains it. */
  readonly directories: readonly string[];
}

const maxLedgerBytes = 4_194_304;

/** Reads the ledger. Returns an empty one if there is none. @throws PreceptError `LEDGER_INVALID` */
export function readLedger(root: Root, path: string): InstallLedger {
  const content = readFileInSync(root, path, { maxBytes: maxLedgerBytes, links: "none" });
  if (content.kind === "missing") return { files: {}, directories: [] };
  if (content.kind === "refused") throw content.error;
  const ledger = content.kind === "bytes" ? parseLedger(content.bytes.toString("utf8")) : undefined;
  if (ledger === undefined) {
    throw new PreceptError("LEDGER_INVALID", { path, reason: `Cannot read "${path}", the list of installed hooks.` });
  }
  return ledger;
}

export async function writeLedger(
  root: Root,
  path: string,
  { files, directories }: InstallLedger,
  { assertHeld }: Lock,
): Promise<void> {
  const text = `${JSON.stringify({ version: 1, directories, files }, null, 2)}\n`;
  await putFile(root, path, text, { links: "none", isPrivate: true, beforeRename: assertHeld });
}

function parseLedger(text: string): InstallLedger | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (!isRecord(value) || !isRecord(value["files"]) || !isStrings(value["directories"])) return undefined;
    const files = Object.entries(value["files"]);
    if (!files.every(([, record]) => isFileRecord(record))) return undefined;
    return { files: Object.fromEntries(files) as Readonly<Record<string, FileRecord>>, directories: value["directories"] };
  } catch {
    return undefined;
  }
}

function isFileRecord(value: unknown): value is FileRecord {
  if (!isRecord(value)) return false;
  const { installs, before, after, insertions, created, directories, command } = value;
  return (
    isStrings(installs) &&
    (before === null || typeof before === "string") &&
    typeof after === "string" &&
    (insertions === null || isListOf(insertions, isInsertion)) &&
    isListOf(created, isStrings) &&
    isStrings(directories) &&
    isRecord(command) &&
    isStrings(command["words"]) &&
    typeof command["isLocal"] === "boolean"
  );
}

function isInsertion(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => Number.isSafeInteger(one) && one >= 0);
}

function isStrings(value: unknown): value is readonly string[] {
  return isListOf(value, (one) => typeof one === "string");
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
