import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ContentCache } from "./content-cache.ts";

const subject = "/home/me/project";

async function createDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-cache-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return join(dir, "cache");
}

async function cacheFile(dir: string): Promise<string> {
  const name = (await readdir(dir)).find((one) => !one.startsWith("."));
  return join(dir, name ?? "");
}

/** Creates a cache with the entry `a`: `1`. */
async function createCache(): Promise<string> {
  const dir = await createDir();
  const cache = new ContentCache({ dir, subject, version: "1" });
  cache.set("a", "1");
  await cache.save();
  return dir;
}

const open = (dir: string, version = "1"): ContentCache => new ContentCache({ dir, subject, version });

describe("a content cache", () => {
  it("has the values that another process saved, in a directory and a file that only the user can read", async () => {
    const dir = await createCache();
    expect(open(dir).get("a")).toBe("1");
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(await cacheFile(dir))).mode & 0o777).toBe(0o600);
  });

  it("accepts any key and any value on one line", async () => {
    const dir = await createDir();
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), async (values) => {
        const cache = open(dir);
        for (const [key, value] of Object.entries(values)) cache.set(key, JSON.stringify(value));
        await cache.save();
        const again = open(dir);
        for (const [key, value] of Object.entries(values)) expect(again.get(key)).toBe(JSON.stringify(value));
      }),
      { numRuns: 100 },
    );
  });

  it("ignores values of another version or another subject", async () => {
    const dir = await createCache();
    expect(open(dir, "2").get("a")).toBeUndefined();
    expect(new ContentCache({ dir, subject: "/other", version: "1" }).get("a")).toBeUndefined();
  });

  it("ignores a file that others can write, a link, and a directory that others can write", async () => {
    const writable = await createCache();
    await chmod(await cacheFile(writable), 0o666);
    expect(open(writable).get("a")).toBeUndefined();

    const linked = await createCache();
    const path = await cacheFile(linked);
    await rename(path, join(linked, "elsewhere"));
    await symlink(join(linked, "elsewhere"), path);
    expect(open(linked).get("a")).toBeUndefined();

    const shared = await createCache();
    await chmod(shared, 0o777);
    expect(open(shared).get("a")).toBeUndefined();
  });

  it("writes nothing to a directory that others can write", async () => {
    const dir = await createDir();
    await mkdir(dir, { mode: 0o777 });
    await chmod(dir, 0o777);
    const cache = open(dir);
    cache.set("a", "1");
    await cache.save();
    expect((await readdir(dir)).filter((name) => !name.startsWith("."))).toEqual([]);
  });

  it("is empty if the file is damaged, and can be saved again", async () => {
    for (const damaged of ["", "precept-cache 1 1\nx", "precept-cache 1 1\n\u0000\t1", "null"]) {
      const dir = await createCache();
      await writeFile(await cacheFile(dir), damaged);
      const cache = open(dir);
      expect(cache.get("a")).toBeUndefined();
      cache.set("b", "2");
      await cache.save();
      expect(open(dir).get("b")).toBe("2");
    }
  });

  it("drops the oldest values that the process did not use, beyond a total length", async () => {
    const dir = await createDir();
    const cache = open(dir);
    for (const key of ["old", "new"]) cache.set(key, "x".repeat(600_000));
    await cache.save();
    const next = open(dir);
    next.set("third", "3");
    await next.save();
    expect([open(dir).get("old"), open(dir).get("new")?.length, open(dir).get("third")]).toEqual([undefined, 600_000, "3"]);
  });

  it("removes files that no process has written for a month", async () => {
    const dir = await createCache();
    const path = await cacheFile(dir);
    const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await utimes(path, long, long);
    const other = new ContentCache({ dir, subject: "/other", version: "1" });
    other.set("a", "1");
    await other.save();
    await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("writes nothing if it is read-only", async () => {
    const dir = await createDir();
    const cache = new ContentCache({ dir, subject, version: "1", readOnly: true });
    cache.set("a", "1");
    await cache.save();
    await expect(readdir(dir)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
