import { chmod, chown, lchown, mkdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { isTrustedFile, isTrustedPath, makeTrustedDirectory } from "./trusted-path.ts";

const isRoot = process.geteuid?.() === 0;
const otherUser = 12_345;

/** Creates `home/precept/cache`, which only the user can write, and `elsewhere`. */
async function createHome(): Promise<{ readonly dir: string; readonly cache: string }> {
  const { dir } = await createProject();
  const cache = join(dir, "home/precept/cache");
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await mkdir(join(dir, "elsewhere"));
  return { dir, cache };
}

describe.skipIf(process.platform === "win32")("a path that is trusted", () => {
  it("belongs to the user, who alone can write it and the directories above it", async () => {
    const { cache } = await createHome();
    expect(isTrustedPath(cache)).toBe(true);
    expect(isTrustedPath(join(cache, "missing"))).toBe(false);
  });

  it.each([0o770, 0o707, 0o722])("is not writable by others, nor is a directory above it (%o)", async (mode) => {
    for (const path of ["", "home", "home/precept", "home/precept/cache"]) {
      const { dir, cache } = await createHome();
      await chmod(join(dir, path), mode);
      expect([path, isTrustedPath(cache)]).toEqual([path, false]);
    }
  });

  it("can be in a directory in which others can only add entries, but not be one", async () => {
    const { dir, cache } = await createHome();
    await chmod(join(dir, "home"), 0o1777);
    expect([isTrustedPath(cache), isTrustedPath(join(dir, "home"))]).toEqual([true, false]);
  });

  it.runIf(isRoot)("does not belong to another user, nor does a directory above it", async () => {
    for (const path of ["home", "home/precept", "home/precept/cache"]) {
      const { dir, cache } = await createHome();
      await chown(join(dir, path), otherUser, otherUser);
      expect([path, isTrustedPath(cache)]).toEqual([path, false]);
    }
  });

  it("may be reached by a link if its target is trusted", async () => {
    const { dir, cache } = await createHome();
    await rename(join(dir, "home/precept"), join(dir, "elsewhere/precept"));
    await symlink("../elsewhere/precept", join(dir, "home/precept"));
    expect(isTrustedPath(cache)).toBe(true);
    await chmod(join(dir, "elsewhere"), 0o777);
    expect(isTrustedPath(cache)).toBe(false);
    await chmod(join(dir, "elsewhere"), 0o755);
    await chmod(join(dir, "home"), 0o777);
    expect(isTrustedPath(cache)).toBe(false);
  });

  it.runIf(isRoot)("is not reached by a link of another user", async () => {
    const { dir, cache } = await createHome();
    await chmod(join(dir, "home"), 0o1777);
    await rename(join(dir, "home/precept"), join(dir, "elsewhere/precept"));
    await symlink("../elsewhere/precept", join(dir, "home/precept"));
    expect(isTrustedPath(cache)).toBe(true);
    await lchown(join(dir, "home/precept"), otherUser, otherUser);
    expect(isTrustedPath(cache)).toBe(false);
  });

  it("is not a link to itself", async () => {
    const { dir } = await createHome();
    await symlink("loop", join(dir, "loop"));
    expect(isTrustedPath(join(dir, "loop"))).toBe(false);
    expect(isTrustedPath(join(dir, "loop/a"))).toBe(false);
  });

  it("is a regular file that others cannot write", async () => {
    const { cache } = await createHome();
    const path = join(cache, "file");
    await writeFile(path, "", { mode: 0o600 });
    const isTrusted = (): boolean => {
      const file = openSync(path, "r");
      try {
        return isTrustedFile(file);
      } finally {
        closeSync(file);
      }
    };
    expect(isTrusted()).toBe(true);
    await chmod(path, 0o620);
    expect(isTrusted()).toBe(false);
    await rm(path);
    await mkdir(path);
    expect(isTrusted()).toBe(false);
  });

  it("is created for the user alone, whatever the umask", async () => {
    const { dir } = await createHome();
    // Test files share the process, so the umask cannot be set here for longer.
    const before = process.umask(0);
    try {
      expect(makeTrustedDirectory(join(dir, "new/code"))).toBe(true);
    } finally {
      process.umask(before);
    }
    expect([(await stat(join(dir, "new"))).mode & 0o777, (await stat(join(dir, "new/code"))).mode & 0o777]).toEqual([
      0o700, 0o700,
    ]);
    await chmod(join(dir, "new/code"), 0o777);
    expect(makeTrustedDirectory(join(dir, "new/code"))).toBe(false);
    expect(makeTrustedDirectory(join(dir, "home/precept/cache/code"))).toBe(true);
    await mkdir(join(dir, "home/precept/cache/code/v24"));
    await chmod(join(dir, "home/precept/cache/code/v24"), 0o770);
    expect(makeTrustedDirectory(join(dir, "home/precept/cache/code"))).toBe(false);
    await writeFile(join(dir, "file"), "");
    expect(makeTrustedDirectory(join(dir, "file/code"))).toBe(false);
  });

  it.skipIf(!existsSync("/proc/self"))("is not created where the system creates nothing, and the attempt ends", () => {
    expect(makeTrustedDirectory("/proc/self/precept/code")).toBe(false);
  });
});
