import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty directory, which is removed after the test. Returns its real path. */
export function createDirectory(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-sqlite-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The path for the database of a test. */
export function databasePath(): string {
  return join(createDirectory(), "rules.db");
}
