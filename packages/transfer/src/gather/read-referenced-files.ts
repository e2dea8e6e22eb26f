import {
  createRule,
  expandReferences,
  formatNumber,
  maxReferences,
  type Cancellable,
  type ReferenceReader,
  type ReferencedFile,
  type Rule,
} from "@precept/core";
import { dirname, resolve } from "node:path";
import { pathInside, toPosix } from "@precept/files";
import type { InputRecord } from "./export-inputs.ts";
import { notReadable, type ReadReference, type ReferencedText } from "../references/included-text.ts";
import { listReferences } from "../references/convert-references.ts";

/** The maximum length of a text that an export inserts in place of a reference, in characters. */
const maxInsertedLength = 262_144;

export interface ReadFilesOptions extends Cancellable {
  /** The project's directory, absolute. */
  readonly root: string;
  /** Whether an export writes a file, by its path in the project. */
  readonly isManaged: (path: string) => boolean;
  /** Receives the paths that are read, and the files by which git decides what it ignores. Default: none are recorded. */
  readonly record?: InputRecord;
}

/**
 * Reads the files that rules refer to, with the references in them expanded. Uses the reader that resolves rules, so
 * that private files, the agent's memory and files outside of the allowed directories are never exported. Files that
 * exports write are not read either: they can change with each export.
 */
export async function readReferencedFiles(
  rules: readonly Rule[],
  reader: ReferenceReader,
  options: ReadFilesOptions,
): Promise<ReadReference> {
  const { signal } = options;
  const recorded = observeReads(reader, options);
  const texts = new Map<string, ReferencedText>();
  for (const path of new Set(rules.flatMap(listReferences))) {
    signal?.throwIfAborted();
    texts.set(path, await readText(path, recorded, { signal }));
  }
  return (path) => texts.get(path) ?? notReadable(path);
}

/** Records the paths that are read for rules without a file, as {@link referringTo} creates them. */
function observeReads(reader: ReferenceReader, { root, record, isManaged }: ReadFilesOptions): ReferenceReader {
  return {
    ...reader,
    async read(path, rule, from, options) {
      const base = from !== undefined && /^\.\.?[\\/]/.test(path) ? dirname(from) : root;
      const file = resolve(base, path.replaceAll("\\", "/"));
      const inside = pathInside(root, file);
      if (inside !== undefined && isManaged(toPosix(inside))) return { kind: "missing" };
      record?.addReferenced(file);
      return await reader.read(path, rule, from, options);
    },
  };
}

async function readText(path: string, reader: ReferenceReader, options: Cancellable): Promise<ReferencedText> {
  const rule = referringTo(path);
  const file = await reader.read(path, rule, undefined, options);
  if (file.kind !== "text")
    return { kind: "none", problem: problemOf(file), exists: file.kind !== "missing", isImportable: file.kind !== "memory" };
  const { texts } = await expandReferences([rule], reader, options);
  const text = texts.get(rule) ?? file.text;
  if (text.length <= maxInsertedLength) return { kind: "text", text, ...(await findNested(path, reader, options)) };
  return {
    kind: "none",
    exists: true,
    problem: `has ${formatNumber(text.length)} characters with the files that it includes, more than ${formatNumber(maxInsertedLength)}`,
  };
}

/** Finds out how a file, and the files that it includes, refer to others. */
async function findNested(
  first: string,
  reader: ReferenceReader,
  options: Cancellable,
): Promise<{ readonly hasImports: boolean; readonly hasReferences: boolean }> {
  let hasImports = false;
  let hasReferences = false;
  const included = new Set([first]);
  for (const path of included) {
    if (included.size > maxReferences) break;
    const file = await reader.read(path, referringTo(path), undefined, options);
    if (file.kind !== "text") continue;
    const text = createRule({ id: path, name: path, content: file.text, origin: { store: "fs", path } });
    const explicit = listReferences(text);
    hasReferences ||= explicit.length > 0;
    for (const nested of listReferences({ ...text, origin: { ...text.origin, imports: true } })) {
      // Not every word after an @ is a file.
      if ((await reader.read(nested, text, undefined, options)).kind !== "text") continue;
      included.add(nested);
      hasImports ||= !explicit.includes(nested);
    }
  }
  return { hasImports, hasReferences };
}

/** A rule of the project whose text is the reference. */
function referringTo(path: string): Rule {
  return createRule({ id: path, name: path, content: `#[[file:${path}]]`, origin: { store: "fs" } });
}

const problems = {
  missing: "does not exist",
  blocked: "is outside of the directories that rules may read",
  private: "is ignored by git or has the name of a credentials file",
  memory: "is the agent's memory",
} as const;

function problemOf(file: Exclude<ReferencedFile, { kind: "text" }>): string {
  if (file.kind === "tooLarge") return `is too large (${formatNumber(file.bytes)} bytes)`;
  return file.kind === "unreadable" ? `cannot be read: ${file.problem}` : problems[file.kind];
}
