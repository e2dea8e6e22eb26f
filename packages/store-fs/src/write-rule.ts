import { hash } from "node:crypto";
import { join } from "node:path";
import { PreceptError, toSafeName, type Rule, isSafePath } from "@precept/core";
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
  pathInside,
} from "@precept/files";
import { planFile } from "./load.ts";
import { printRule } from "./print-rule.ts";
import { readRule } from "./read-rule.ts";
import type { StoreRoots, ResolvedRoot } from "./resolved-root.ts";
import type { PlannedFile, RuleFileCache, CachedRuleFile } from "./rule-file-cache.ts";
import { isRuleFile } from "./list-files.ts";

/** A file that was written, with its rule as read back. */
export type WrittenFile = CachedRuleFile & { readonly rule: Rule };

/** Writes a rule to a new file. @param beforeRename called just before the file is created. */
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
  const { diagnostics, declaresCreation } = read;
  return { found, file, id, root, rule: read.rule, diagnostics, ...(declaresCreation === true && { declaresCreation }) };
}

/** Runs `work` while no other process can create a rule with the same name in the same root. */
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

interface NewFileLocation {
  readonly root: ResolvedRoot;
  /** Relative to the root, without extension. A number is appended if the name is taken. */
  readonly stem: string;
  readonly extension: string;
}

/**
 * Chooses the file of a new rule: the path in its id if rules can be there; otherwise its name, in the root that it
 * names or the first one of its scope. @throws PreceptError `SCOPE_UNSUPPORTED` if no root has the scope
 */
function locateNewFile(rule: Rule, roots: readonly ResolvedRoot[], projectDir: string): NewFileLocation {
  const candidates = roots.filter(
    ({ options }) =>
      options.files === undefined &&
      (options.scope ?? "project") === rule.scope &&
      (options.overlay ?? false) === (rule.origin.overlay ?? false),
  );
  const root = candidates.find(({ displayPath }) => displayPath === rule.origin.root) ?? candidates[0];
  if (root === undefined) {
    const scopes = [...new Set(roots.map(({ options }) => options.scope ?? "project"))];
    throw new PreceptError("SCOPE_UNSUPPORTED", { scope: rule.scope, scopes });
  }
  return locateById(rule, candidates, projectDir) ?? { root, stem: toSafeName(rule.name), extension: extensionOf(root) };
}

/** Chooses the path in an id: a rule that was deleted, or is from another copy of the project, gets its path back. */
function locateById({ id, scope }: Rule, roots: readonly ResolvedRoot[], projectDir: string): NewFileLocation | undefined {
  if (!id.startsWith(`${scope}:`)) return undefined;
  const path = id.slice(scope.length + 1);
  for (const root of roots) {
    const relativePath = pathInside(root.dir, join(projectDir, path)) ?? path;
    const extension = root.options.codec.extensions.find((one) => one.startsWith(".") && relativePath.endsWith(one));
    if (extension === undefined || !isSafePath(relativePath) || !isRuleFile(root.options, relativePath)) continue;
    if (pathInside(root.dir, join(projectDir, path)) === undefined && pathInside(projectDir, root.dir) !== undefined) continue;
    return { root, stem: relativePath.slice(0, -extension.length), extension };
  }
  return undefined;
}

function extensionOf({ options }: ResolvedRoot): string {
  return options.codec.extensions.find((extension) => extension.startsWith(".")) ?? ".md";
}
