import { hash } from "node:crypto";
import { join } from "node:path";
import { PreceptError, toSafeName, type Rule } from "@precept/core";
import {
  createFile,
  failureOf,
  isMissing,
  locateTarget,
  makeDirectory,
  readFileIn,
  removeFile,
  replaceFile,
  shownPath,
  withLock,
  type Lock,
} from "@precept/files";
import { planFile } from "./load.ts";
import { locateNewFile } from "./new-file-location.ts";
import { printRule } from "./print-rule.ts";
import { readRule } from "./read-rule.ts";
import type { StoreRoots } from "./resolved-root.ts";
import type { PlannedFile, RuleFileCache, CachedRuleFile } from "./rule-file-cache.ts";

/** A file that was written, with its rule as read back. */
export type WrittenFile = CachedRuleFile & { readonly rule: Rule };

/**
 * Writes a rule to a new file.
 *
 * @param beforeRename called just before the file is created. If it throws, no file is created.
 */
export async function writeNew(
  rule: Rule,
  { roots, projectDir }: StoreRoots,
  cache: RuleFileCache,
  beforeRename: () => void = () => undefined,
): Promise<WrittenFile> {
  const { root, stem, extension } = locateNewFile(rule, roots, projectDir);
  for (let number = 1; ; number += 1) {
    const relativePath = `${stem}${number === 1 ? "" : `-${number}`}${extension}`;
    const planned = planFile({ path: join(root.dir, relativePath), relativePath }, root, projectDir, (id) => cache.withId(id));
    const text = printRule(rule, root, relativePath);
    try {
      if (await createFile(root.confined, planned.found.path, text, { beforeRename })) return await readBack(planned, rule);
    } catch (error) {
      throw failureOf(root.store, "write", planned.file, error);
    }
  }
}

/** The revision that a file must have, the SHA-256 of its content. `any`: it may even have been deleted meanwhile. */
type ExpectedRevision = { readonly revision: string | undefined } | "any";

/** Writes a rule to its existing file. */
export async function writeOver(rule: Rule, file: CachedRuleFile, expected: ExpectedRevision): Promise<WrittenFile> {
  const { root } = file;
  return withFileLock(file, "write", async (path, lock) => {
    const bytes = await readRevision(file, path, rule.id, expected);
    const text = printRule(rule, root, file.found.relativePath, bytes?.toString("utf8"));
    const options = { beforeRename: lock.assertHeld };
    const isCreated = bytes === undefined && (await createFile(root.confined, path, text, options));
    if (!isCreated) await replaceFile(root.confined, path, text, options);
    return readBack(file, rule);
  });
}

/** Deletes the file of a rule. Returns whether it existed. */
export async function writeDeletion(file: CachedRuleFile, revision: string | undefined): Promise<boolean> {
  return withFileLock(file, "delete", async (path, lock) => {
    if (revision !== undefined) await readRevision(file, path, file.id, { revision });
    try {
      // If the rule's file is a link, the link is removed and its target stays.
      await removeFile(file.root.confined, file.found.path, { beforeRename: lock.assertHeld });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Runs `work` on the file of a rule, with links resolved, while holding its lock. */
async function withFileLock<Result>(
  file: CachedRuleFile,
  action: string,
  work: (path: string, lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { store, confined } = file.root;
  try {
    const path = locateTarget(confined, file.found.path);
    return await withLock(confined, path, store, (lock) => work(path, lock));
  } catch (error) {
    throw failureOf(store, action, file.file, error);
  }
}

/** Reads a file, and throws `RULE_CONFLICT` if its content is not of the expected revision. */
async function readRevision(
  { root }: CachedRuleFile,
  path: string,
  id: string,
  expected: ExpectedRevision,
): Promise<Buffer | undefined> {
  const content = await readFileIn(root.confined, path, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
  const bytes = content.kind === "bytes" ? content.bytes : undefined;
  if (expected === "any") return bytes;
  const actual = bytes === undefined ? "none" : hash("sha256", bytes);
  if (bytes === undefined || actual !== expected.revision) {
    throw new PreceptError("RULE_CONFLICT", { id, expected: expected.revision ?? "none", actual });
  }
  return bytes;
}

async function readBack({ found, file, id, root }: PlannedFile, rule: Rule): Promise<WrittenFile> {
  const read = await readRule(found, file, id, root);
  if (read.rule === undefined) {
    const problem = read.diagnostics[0]?.message ?? "it contains no rule";
    throw new PreceptError("STORE_FAILED", {
      store: root.store,
      reason: `"${rule.name}" was written but cannot be read back: ${problem}`,
      retryable: false,
    });
  }
  return { found, file, id, root, rule: read.rule, diagnostics: read.diagnostics };
}

/**
 * Runs `work` while no other process can create a rule with the same name in the same root.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no root has the scope of the rule, `STORE_FAILED` if the directory of the
 *   root is not writable.
 */
export async function withNameLock<Result>(
  rule: Rule,
  { roots, projectDir }: StoreRoots,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { root, stem, extension } = locateNewFile(rule, roots, projectDir);
  try {
    await makeDirectory(root.confined, root.dir);
    return await withLock(root.confined, join(root.dir, `${toSafeName(rule.name)}.name`), root.store, work);
  } catch (error) {
    throw failureOf(root.store, "write", shownPath(projectDir, join(root.dir, `${stem}${extension}`)), error);
  }
}
