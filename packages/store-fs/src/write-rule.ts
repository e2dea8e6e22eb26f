import { hash } from "node:crypto";
import { join } from "node:path";
import { PreceptError, type Rule } from "@precept/core";
import {
  createFile,
  failureOf,
  isMissing,
  locateTarget,
  readFileIn,
  removeFile,
  replaceFile,
  withLock,
  type Lock,
} from "@precept/files";
import { planFile, type Roots } from "./load.ts";
import { findNewPlace } from "./new-path.ts";
import { printRule } from "./print-rule.ts";
import { readRule } from "./read-rule.ts";
import type { PlannedFile, Shelf, ShelvedFile } from "./shelf.ts";

/** A file that was written, with its rule as it was read back. */
export type WrittenFile = ShelvedFile & { readonly rule: Rule };

/**
 * Writes a rule that has no file yet.
 *
 * @param beforeRename called just before the file appears; if it throws, there is none.
 */
export async function writeNew(
  rule: Rule,
  { places, projectDir }: Roots,
  shelf: Shelf,
  beforeRename: () => void = () => undefined,
): Promise<WrittenFile> {
  const { place, stem, extension } = findNewPlace(rule, places, projectDir);
  for (let number = 1; ; number += 1) {
    const inRoot = `${stem}${number === 1 ? "" : `-${number}`}${extension}`;
    const planned = planFile({ path: join(place.dir, inRoot), inRoot }, place, projectDir, (id) => shelf.withId(id));
    const text = printRule(rule, place, inRoot);
    try {
      if (await createFile(place.within, planned.found.path, text, { beforeRename })) return await readBack(planned, rule);
    } catch (error) {
      throw failureOf(place.store, "write", planned.file, error);
    }
  }
}

/**
 * Writes a rule over the file that it has.
 *
 * @param revision the SHA-256 of the bytes that the change was made to.
 */
export async function writeOver(rule: Rule, file: ShelvedFile, revision: string | undefined): Promise<WrittenFile> {
  const { place } = file;
  return onFile(file, "write", async (path, lock) => {
    const bytes = await currentBytes(file, path, rule.id, revision);
    const text = printRule(rule, place, file.found.inRoot, bytes.toString("utf8"));
    await replaceFile(place.within, path, text, { beforeRename: lock.assertHeld });
    return readBack(file, rule);
  });
}

/** @returns whether there was a file. */
export async function writeDeletion(file: ShelvedFile, revision: string | undefined): Promise<boolean> {
  return onFile(file, "delete", async (path, lock) => {
    if (revision !== undefined) await currentBytes(file, path, file.id, revision);
    try {
      // Where the rule's file is a link, the link is removed and its target stays.
      await removeFile(file.place.within, file.found.path, { beforeRename: lock.assertHeld });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Changes the file that a rule's path leads to while holding its lock. */
async function onFile<Result>(
  file: ShelvedFile,
  action: string,
  work: (path: string, lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { store, within } = file.place;
  try {
    const path = locateTarget(within, file.found.path);
    return await withLock(within, path, store, (lock) => work(path, lock));
  } catch (error) {
    throw failureOf(store, action, file.file, error);
  }
}

/** What the file holds, if that is still the revision that the caller knows. */
async function currentBytes({ place }: ShelvedFile, path: string, id: string, expected: string | undefined): Promise<Buffer> {
  const content = await readFileIn(place.within, path, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
  const actual = content.kind === "bytes" ? hash("sha256", content.bytes) : "none";
  if (content.kind !== "bytes" || actual !== expected) {
    throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual });
  }
  return content.bytes;
}

async function readBack({ found, file, id, place }: PlannedFile, rule: Rule): Promise<WrittenFile> {
  const read = await readRule(found, file, id, place);
  if (read.rule === undefined) {
    const problem = read.diagnostics[0]?.message ?? "it holds no rule";
    throw new PreceptError("STORE_FAILED", {
      store: place.store,
      reason: `"${rule.name}" was written, and could not be read back: ${problem}`,
    });
  }
  return { found, file, id, place, rule: read.rule, diagnostics: read.diagnostics };
}
