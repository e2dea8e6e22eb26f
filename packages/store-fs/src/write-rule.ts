import { hash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { PreceptError, type Rule } from "@precept/core";
import { failureOf, isMissing } from "./failure.ts";
import { planFile, type Roots } from "./load.ts";
import { withLock } from "./lock.ts";
import { findNewPlace } from "./new-path.ts";
import { printRule } from "./print-rule.ts";
import { readRule } from "./read-rule.ts";
import type { PlannedFile, Shelf, ShelvedFile } from "./shelf.ts";
import { createFile, removeFile, replaceFile } from "./write-file.ts";

/** A file that was written, with its rule as it was read back. */
type WrittenFile = ShelvedFile & { readonly rule: Rule };

/** Writes a rule that has no file yet. */
export async function writeNew(rule: Rule, { places, projectDir }: Roots, shelf: Shelf): Promise<WrittenFile> {
  const { place, stem, extension } = findNewPlace(rule, places, projectDir);
  for (let number = 1; ; number += 1) {
    const inRoot = `${stem}${number === 1 ? "" : `-${number}`}${extension}`;
    const planned = planFile({ path: join(place.dir, inRoot), inRoot }, place, projectDir, (id) => shelf.withId(id));
    const text = printRule(rule, place, inRoot);
    try {
      if (await createFile(planned.found.path, text)) return await readBack(planned, rule);
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
  return onFile(file, "write", async (path) => {
    const bytes = await currentBytes(path, rule.id, revision);
    const text = printRule(rule, place, file.found.inRoot, bytes.toString("utf8"));
    await replaceFile(path, text);
    return readBack(file, rule);
  });
}

/** @returns whether there was a file. */
export async function writeDeletion(file: ShelvedFile, revision: string | undefined): Promise<boolean> {
  return onFile(file, "delete", async (path) => {
    if (revision !== undefined) await currentBytes(path, file.id, revision);
    try {
      // Where the rule's file is a link, the link goes and what it leads to stays.
      await removeFile(file.found.path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Does something to the file that a rule's path leads to, while nobody else does. */
async function onFile<Result>(file: ShelvedFile, action: string, work: (path: string) => Promise<Result>): Promise<Result> {
  const { store } = file.place;
  try {
    const path = await realpath(file.found.path).catch(() => file.found.path);
    return await withLock(path, store, () => work(path));
  } catch (error) {
    throw failureOf(store, action, file.file, error);
  }
}

/** What the file holds, if that is still the revision that the caller knows. */
async function currentBytes(path: string, id: string, expected: string | undefined): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual: "none" });
  }
  const actual = hash("sha256", bytes);
  if (actual !== expected) throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual });
  return bytes;
}

async function readBack({ found, file, id, place }: PlannedFile, rule: Rule): Promise<WrittenFile> {
  const read = await readRule(found, file, id, place);
  if (read.rule === undefined) {
    const problem = read.diagnostics[0]?.message ?? "it holds no rule";
    throw new PreceptError("STORE_FAILED", {
      store: place.store,
      problem: `"${rule.name}" was written, and could not be read back: ${problem}`,
    });
  }
  return { found, file, id, place, rule: read.rule, diagnostics: read.diagnostics };
}
