import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { basename, dirname, resolve } from "node:path";
import { deepFreeze, formatNumber, type Diagnostic, type Rule, type RuleCodec } from "@precept/core";
import {
  messageOf,
  openRoot,
  readFileIn,
  rootFor,
  shownPath,
  type FileContent,
  type FileIdentity,
  type FileNumbers,
} from "@precept/files";
import { isTime } from "./creation-times.ts";
import { report } from "./diagnostic-catalogue.ts";
import type { FoundFile } from "./list-files.ts";
import type { ResolvedRoot } from "./resolved-root.ts";

/** The result of reading a rule file. The rule is absent if the file contains none. */
export interface ReadFile {
  readonly rule?: Rule;
  readonly diagnostics: readonly Diagnostic[];
  /** The numbers of the file. Absent if it was not read. */
  readonly numbers?: FileNumbers;
  /** Whether the file says when the rule was created. Otherwise its birth time is used. */
  readonly declaresCreation?: true;
  /** Whether the file is the agent's memory. No earlier version of it is used either. */
  readonly isMemory?: boolean;
}

/** Reads one rule file. Problems are diagnostics. @param file the path as messages show it. */
export async function readRule(found: FoundFile, file: string, id: string, root: ResolvedRoot): Promise<ReadFile> {
  const memory = root.identifyMemory?.();
  const read = parseRule(await readFileIn(root.confined, found.path, { maxBytes: root.maxBytes }), found, file, id, root, memory);
  return refuseMemory(read, found, file, root.identifyMemory?.());
}

/** Replaces the result of reading a file that is the agent's memory. */
export function refuseMemory(
  read: ReadFile,
  { path, real = path }: FoundFile,
  file: string,
  memory: FileIdentity | undefined,
): ReadFile {
  if (memory === undefined || read.numbers === undefined || !memory.is(real, read.numbers)) return read;
  return { diagnostics: [report("file/agent-memory", { file })], isMemory: true };
}

/**
 * Parses the content of a rule file. The synchronous part of {@link readRule}.
 *
 * @param hashOf returns the SHA-256 of the content. Loading the module for it takes 8 ms.
 */
export function parseRule(
  content: FileContent,
  found: FoundFile,
  file: string,
  id: string,
  { options, maxBytes, ...root }: ResolvedRoot,
  memory?: FileIdentity,
  hashOf = (bytes: Uint8Array): string => hash("sha256", bytes),
): ReadFile {
  if (content.kind === "missing")
    return { diagnostics: [report("file/unreadable", { file }, "The file cannot be read: it does not exist.")] };
  if (content.kind === "refused")
    return { diagnostics: [report("file/link-escapes", { file }, content.error.message, content.error.hint)] };
  if (content.kind === "unreadable")
    return { diagnostics: [report("file/unreadable", { file }, `The file cannot be read: ${messageOf(content.error)}.`)] };
  if (content.kind === "notRegular") return { diagnostics: [report("file/not-regular", { file })] };
  if (content.kind === "tooLarge") {
    const problem = `The file has ${formatNumber(content.size)} bytes; the limit for ${options.codec.title} files is ${formatNumber(maxBytes)}.`;
    return { diagnostics: [report("file/too-large", { file }, problem)] };
  }
  const { bytes, modified, created, dev, ino } = content;
  const numbers = { dev, ino };
  // Before parsing, because diagnostics quote the text.
  const refused = refuseMemory({ diagnostics: [], numbers }, found, file, memory);
  if (refused.isMemory === true) return refused;
  if (!isUtf8(bytes) || bytes.includes(0)) return { diagnostics: [report("file/not-text", { file })] };
  const {
    draft,
    diagnostics,
    record,
    dialect = options.codec.id,
  } = options.codec.parse({ text: bytes.toString("utf8"), path: found.relativePath, file });
  if (draft === undefined) return { diagnostics, numbers };
  const { label, ...fields } = draft;
  const declared = record?.createdAt !== undefined && isTime(record.createdAt) ? record.createdAt : undefined;
  const rule: Rule = {
    ...(options.userId !== undefined && { userId: options.userId }),
    ...fields,
    id,
    scope: options.scope ?? "project",
    origin: {
      store: root.store,
      dialect,
      root: root.displayPath,
      path: file,
      ...(options.base !== undefined && options.base !== "" && { base: options.base }),
      ...(root.order > 0 && { rootOrder: root.order }),
      ...(options.overlay === true && { overlay: true }),
      ...(label && { label: true }),
      ...(options.codec.imports === true && { imports: true }),
      sha256: hashOf(bytes),
    },
    createdAt: new Date(declared ?? created).toISOString(),
    updatedAt: new Date(modified).toISOString(),
  };
  return { rule: deepFreeze(rule), diagnostics, numbers, ...(declared !== undefined && { declaresCreation: true }) };
}

/** Reads one file as a rule of project scope, without a store. @param path absolute, or relative to `projectDir`. */
export async function readRuleFile(
  path: string,
  codec: RuleCodec,
  projectDir: string,
  { identifyMemory }: { readonly identifyMemory?: () => FileIdentity } = {},
): Promise<ReadFile> {
  const absolute = resolve(projectDir, path);
  const dir = dirname(absolute);
  const file = shownPath(projectDir, absolute);
  const root = {
    options: { dir, codec },
    order: 0,
    dir,
    displayPath: shownPath(projectDir, dir),
    confined: rootFor(openRoot(projectDir), dir),
    store: "fs",
    maxBytes: codec.maxBytes,
    identifyMemory,
    skips: () => false,
    readsLinks: false,
  };
  return readRule({ path: absolute, relativePath: basename(absolute) }, file, `project:${file}`, root);
}
