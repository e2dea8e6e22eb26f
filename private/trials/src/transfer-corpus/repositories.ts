import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the repositories directly in a directory, by name. */
export function listRepositories(corpus: string): readonly string[] {
  return readdirSync(corpus)
    .filter((name) => existsSync(join(corpus, name, ".git")))
    .toSorted();
}

/** Copies a repository with its modes and links. */
export function copyRepository(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
