import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CachedDirectory } from "./directory-handle.ts";
import { cacheRealPaths, openRoot } from "./root.ts";
import { createFileSync, createLinkSync, replaceFileSync } from "./write-file-sync.ts";

function createRoot() {
  const dir = mkdtempSync(join(tmpdir(), "precept-write-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const modeOf = (path: string): string => (statSync(join(dir, path)).mode & 0o111).toString(8);
  return { dir, root: openRoot(dir), modeOf };
}

describe.skipIf(process.platform === "win32")("a file that is written", () => {
  it("can be run if it says so, and is as before if it says nothing", () => {
    const { dir, root, modeOf } = createRoot();
    expect(createFileSync(root, "bin/run", new Uint8Array([0, 255]), { executable: true })).toBe(true);
    expect([...readFileSync(join(dir, "bin/run"))]).toEqual([0, 255]);
    // Users who may not read a file cannot run it: the umask decides.
    expect(modeOf("bin/run")).toBe(((statSync(join(dir, "bin/run")).mode & 0o444) >> 2).toString(8));
    expect(modeOf("bin/run")).not.toBe("0");
    replaceFileSync(root, "bin/run", "text");
    expect(modeOf("bin/run")).not.toBe("0");
    replaceFileSync(root, "bin/run", "text", { executable: false });
    expect(modeOf("bin/run")).toBe("0");
    expect(createFileSync(root, "bin/run", "other", { executable: true })).toBe(false);
    expect([modeOf("bin/run"), readFileSync(join(dir, "bin/run"), "utf8")]).toEqual(["0", "text"]);
  });
});

describe.skipIf(process.platform !== "linux")("files that are written while their directory stays open", () => {
  it("are in the directory at the path, also after it was removed, and not in one that a link leads to", () => {
    const { dir, root } = createRoot();
    const outside = mkdtempSync(join(tmpdir(), "precept-outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    using cached = new CachedDirectory();
    const create = (path: string): boolean => createFileSync(cacheRealPaths(root), path, "text", { cached });
    expect([create("a/1"), create("a/2"), create("b/1"), create("a/2")]).toEqual([true, true, true, false]);
    replaceFileSync(root, "a/1", "new", { cached });
    rmSync(join(dir, "a"), { recursive: true });
    expect([create("a/3"), readFileSync(join(dir, "a/3"), "utf8")]).toEqual([true, "text"]);
    rmSync(join(dir, "a"), { recursive: true });
    const located = cacheRealPaths(root);
    expect(createFileSync(located, "c/1", "text", { cached })).toBe(true);
    cached[Symbol.dispose]();
    rmSync(join(dir, "c"), { recursive: true });
    symlinkSync(outside, join(dir, "c"));
    expect(() => createFileSync(located, "c/2", "text", { cached })).toThrow("link");
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("a link that is created", () => {
  it("has its text, never replaces anything, and is not created through a link out of the root", () => {
    const { dir, root } = createRoot();
    expect(createLinkSync(root, "a/b/link", "../missing")).toBe(true);
    expect(readlinkSync(join(dir, "a/b/link"))).toBe("../missing");
    expect(createLinkSync(root, "a/b/link", "other")).toBe(false);
    expect(createLinkSync(root, "a/b", "other")).toBe(false);
    expect(lstatSync(join(dir, "a/b")).isDirectory()).toBe(true);
    const outside = mkdtempSync(join(tmpdir(), "precept-outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    mkdirSync(join(outside, "sub"));
    symlinkSync(join(outside, "sub"), join(dir, "out"));
    expect(() => createLinkSync(root, "out/link", "x")).toThrow("outside");
  });
});
