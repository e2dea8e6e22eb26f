import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/precept-in.ts";

const long = "x".repeat(300);
const longPath = "x/".repeat(4000);

/** Commands that take a path. */
const commands: readonly ((path: string) => readonly string[])[] = [
  (path) => ["lint", path],
  (path) => ["check", path],
  (path) => ["list", "--root", path],
  (path) => ["lint", "--root", path],
  (path) => ["import", "--root", path],
  (path) => ["check", "--baseline", path],
];

describe("a path that the file system rejects", () => {
  it.each(
    commands.flatMap((args) => [
      [args("loop").join(" "), args("loop"), "loop", "symbolic link"] as const,
      [args("loop/a.md").join(" "), args("loop/a.md"), "loop/a.md", "symbolic link"] as const,
      [args("LONG").join(" "), args(long), "xxx", "name is too long"] as const,
      [args("LONG/PATH").join(" "), args(longPath), "x/x/x", "name is too long"] as const,
    ]),
  )("is named by %s, with a remedy", async (_, args, path, reason) => {
    const { dir, precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await symlink("loop", join(dir, "loop"));
    const { code, out, err } = await precept(args);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/^error: Cannot access ".*\n(?:hint: .*\n)$/);
    expect(err).toContain(path);
    expect(err).toContain(reason);
    expect(err.length).toBeLessThan(500);
    const json = JSON.parse((await precept([...args, "--json"])).err) as { error: object };
    expect(json.error).toMatchObject({ code: "FILE_SYSTEM_FAILED", details: { path: expect.stringContaining(path) as string } });
  });

  it.each(["loop", "loop/a.ts", long, longPath])("is no error for explain, which does not open it: %.20s", async (path) => {
    const { dir, precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await symlink("loop", join(dir, "loop"));
    expect(await precept(["explain", path])).toMatchObject({ code: 0, err: "" });
  });
});

it("checks and exports the other rules if one of the rule files is a link to itself", async () => {
  const { dir, precept } = await createProject({ ".precept/rules/a.md": nativeRule("a"), ".cursor/rules/b.mdc": "Text\n" });
  await symlink("loop.md", join(dir, ".precept/rules/loop.md"));
  await symlink("loop.mdc", join(dir, ".cursor/rules/loop.mdc"));
  for (const args of [["lint"], ["lint", "."], ["lint", ".precept"], ["lint", ".precept/rules", ".cursor/rules"]]) {
    const { out, err } = await precept(args);
    expect(err).toBe("");
    expect(out).toContain("loop.md");
    expect(out).toContain("file/link-loop");
    expect(out).toMatch(/^[12] rules? checked/m);
  }
  const { out, err } = await precept(["export", "--to", "claude"]);
  expect({ out, err }).toEqual({ out: expect.stringContaining(".claude/rules/a.md") as string, err: "" });
});
