import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createFile } from "@precept/store-fs";

/** Where a project's configuration is, relative to the project. */
export const configPath = ".precept/config.yaml";

/** Where Precept keeps book of the files of other tools that it wrote or took over, relative to the project. Belongs in version control. */
export const ledgerPath = ".precept/ledger.json";

/** Where the database is that `store.sqlite: true` means, relative to the project. */
export const defaultSqlitePath = ".precept/rules.sqlite";

/** Where a project's policies are, relative to the project. */
export const policiesDir = ".precept/policies";

/** Where the violations are that a project accepts, relative to the project. Belongs in version control. */
export const defaultBaselinePath = ".precept/baseline.json";

/** Where violations are written down, relative to the project. Belongs in `.gitignore`. */
export const defaultAuditDir = ".precept/audit";

/** Where a person keeps rules of their own for one project, relative to the project. Belongs in `.gitignore`. */
export const overlayDir = ".precept/local/rules";

/**
 * Where programs may keep what they have to remember about a project: traces, caches, recorded hashes. Everything in it can be made again, and
 * it differs from machine to machine, so git must not see it: see {@link makePrivateDir}. Nothing makes the directory before it is needed.
 *
 * @param root the project's directory.
 */
export function statePath(root: string): string {
  return join(root, ".precept", "state");
}

/** Makes a directory that git does not see, where there is none: it holds a `.gitignore` that ignores all of it. */
export async function makePrivateDir(dir: string): Promise<void> {
  const isNew = (await mkdir(dir, { recursive: true })) !== undefined;
  if (isNew) await createFile(join(dir, ".gitignore"), "*\n");
}
