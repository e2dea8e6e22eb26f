import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** Gives the tests of a file a temporary directory, which is removed with everything that they leave in it. */
export function useTemporaryDirectory(): void {
  const { TMPDIR: before } = process.env;
  let directory = "";
  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), "precept-tmp-")));
    process.env["TMPDIR"] = directory;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    await rm(directory, { recursive: true, force: true });
  });
}
