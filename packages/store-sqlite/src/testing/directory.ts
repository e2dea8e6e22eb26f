import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A real, empty directory, which is gone when the test has finished. Absolute, without links. */
export function createDirectory(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-sqlite-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Where a test's database is to be. */
export function databasePath(): string {
  return join(createDirectory(), "rules.db");
}
