import { link, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject } from "@precept/testing";
import { identifyFile } from "./file-identity.ts";
import { openRoot } from "./root.ts";

const nothing = { dev: -1, ino: -1 };

describe.skipIf(process.platform === "win32")("an identified file", () => {
  it("is recognised under all of its names, and no other file is", async () => {
    const { dir } = await createProject({ "a.md": "text", "b.md": "text", "inner/a.md": "text" });
    await link(join(dir, "a.md"), join(dir, "hard.md"));
    await symlink("a.md", join(dir, "soft.md"));
    const file = identifyFile(openRoot(dir), "a.md");
    const is = (path: string): boolean => file.is(join(dir, path), statSync(join(dir, path)));
    expect(["a.md", "hard.md", "soft.md"].filter((path) => !is(path))).toEqual([]);
    expect(["b.md", "inner/a.md"].filter(is)).toEqual([]);
    expect(file.is(join(dir, "A.MD"), nothing)).toBe(true);
    expect(file.is(join(dir, "inner/A.MD"), nothing)).toBe(false);
  });

  it("is recognised by its path if it does not exist yet, and by its new numbers if it was replaced", async () => {
    const { dir } = await createProject();
    const root = openRoot(dir);
    expect(identifyFile(root, "a.md").is(join(dir, "a.md"), nothing)).toBe(true);
    await writeFile(join(dir, "new.md"), "text");
    const { dev, ino } = statSync(join(dir, "new.md"));
    await rename(join(dir, "new.md"), join(dir, "a.md"));
    expect(identifyFile(root, "a.md").is(join(dir, "elsewhere.md"), { dev, ino })).toBe(true);
  });

  it("is the target of a link, also outside the root", async () => {
    const { dir } = await createProject({ "outside.md": "text" });
    await mkdir(join(dir, "root"));
    await symlink("../outside.md", join(dir, "root/a.md"));
    const file = identifyFile(openRoot(join(dir, "root")), "a.md");
    expect(file.is(join(dir, "outside.md"), statSync(join(dir, "outside.md")))).toBe(true);
  });
});
