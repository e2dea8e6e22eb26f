import { execFileSync } from "node:child_process";
import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createProject } from "@precept/testing";
import { createCheckpoint } from "./checkpoint.ts";

it.skipIf(process.platform === "win32")(
  "a checkpoint stores files that only the user can read in objects that only the user can read",
  async () => {
    const { dir } = await createProject({ "a.txt": "public", "secret.txt": "private" });
    const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: dir, encoding: "utf8" }).trim();
    git("init", "--quiet");
    await chmod(join(dir, "secret.txt"), 0o600);
    await writeFile(join(dir, ".gitignore"), "");
    await createCheckpoint(dir);
    const modeOf = async (file: string): Promise<string> => {
      const oid = git("hash-object", file);
      return ((await stat(join(dir, ".git/objects", oid.slice(0, 2), oid.slice(2)))).mode & 0o777).toString(8);
    };
    expect([await modeOf("secret.txt"), await modeOf("a.txt")]).toEqual(["400", "444"]);
  },
);
