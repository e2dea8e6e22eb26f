import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

describe("precept init", () => {
  it("creates a configuration, a first rule and a .gitignore, and lists the files of other tools", async () => {
    const { precept, dir } = await createProject({ ".cursor/rules/a.mdc": "A\n", "CLAUDE.md": "Claude\n" });
    const { out, code } = await precept(["init"]);
    expect(out.replaceAll(dir, "/project")).toMatchInlineSnapshot(`
      "/project
        .precept/config.yaml           created
        .precept/rules/house-rules.md  created
        .precept/.gitignore            created

      Rule files of other tools
        .cursor/rules  Cursor       read in place
        CLAUDE.md      Claude Code  read in place
        \`precept import\` converts them to native rules, \`precept export\` writes native rules for every tool.
        \`export.to: detected\` in .precept/config.yaml stands for the tools that the project uses: Cursor, Claude Code.

      \`precept explain FILE\` shows which rules apply to a file.
      "
    `);
    expect(code).toBe(0);
    expect((await readdir(join(dir, ".precept"))).toSorted()).toEqual([".gitignore", "config.yaml", "rules"]);
    expect((await precept(["doctor"])).code).toBe(0);
    expect((await precept(["init"])).out).toContain("exists");
  });

  it("creates nothing with --dry-run, or if the user declines", async () => {
    const { precept, dir } = await createProject({ ".git/HEAD": "" });
    expect((await precept(["init", "--dry-run"])).out).toContain("would be created");
    await precept(["init"], { interactive: true, answer: false });
    expect(await readdir(dir)).toEqual([".git"]);
    await precept(["init"], { interactive: true, answer: true });
    expect((await readdir(dir)).toSorted()).toEqual([".git", ".precept"]);
  });
});

describe("precept doctor", () => {
  it("prints a line for each check, with a fix for each problem", async () => {
    const { precept, dir } = await createProject({
      ".precept/config.yaml": "bugdet:\n  characters: 10\nrules:\n  dirs: [nowhere]\n",
      ".precept/rules/a.md": nativeRule("same"),
      ".precept/rules/b.md": nativeRule("same"),
      ".precept/rules/broken.md": "---\nname: broken\n---\n",
      ".precept/local/rules/mine.md": nativeRule("mine"),
    });
    const { out, code } = await precept(["doctor"]);
    expect(out.replaceAll(dir, "/project").replace(/Node \d+\.\d+\.\d+/, "Node 24.0.0")).toMatchInlineSnapshot(`
      "ok    runtime           Node 24.0.0
      ok    project           /project
      fail  configuration     1 warning in .precept/config.yaml
            Run \`precept lint\` to see them.
      fail  rule directories  The rule directory "nowhere" does not exist.
            Create the directory, or correct the path.
      ok    writing           .precept/rules is writable
      fail  rules             3 rules, 1 error
            Run \`precept lint\` to see them.
      warn  conflicts         1 conflict
            Run \`precept conflicts\` to see them.
      ok    budget            28 characters in every prompt
      warn  personal overlay  .precept/local is not ignored by git
            Add \`local/\` to .precept/.gitignore.
      ok    policies          none
      ok    audit log         no entries yet
      ok    agent hooks       none installed
      "
    `);
    expect(code).toBe(1);
  });
});

describe("precept doctor with servers that the configuration names", () => {
  it("says why the database cannot be reached, without its password", async () => {
    const { precept, dir } = await createProject({ ".precept/config.yaml": "store: { postgres: { urlEnv: RULES } }\n" });
    vi.stubEnv("RULES", "postgres://ada:secret@127.0.0.1:9/rules");
    const { out, code } = await precept(["doctor"], { env: { PRECEPT_TRUSTED_DIRS: dir } });
    expect(out).toMatch(/fail +database +The store "postgres" failed: the server cannot be reached/);
    expect(out).not.toContain("secret");
    expect(code).toBe(1);
  });

  it("says why the shared cache cannot be reached, without its password", async () => {
    const { precept, dir } = await createProject({ ".precept/config.yaml": "cache: { redis: { urlEnv: CACHE } }\n" });
    vi.stubEnv("CACHE", "redis://ada:secret@127.0.0.1:9");
    const { out, code } = await precept(["doctor"], { env: { PRECEPT_TRUSTED_DIRS: dir } });
    expect(out).toMatch(/fail +shared cache +The store "cache.redis" failed: the server cannot be reached/);
    expect(out).toContain("Rules are read from the database until it answers.");
    expect(out).not.toContain("secret");
    expect(code).toBe(1);
  });
});

describe("precept conflicts", () => {
  it("finds rules that declare the same name, and ends with exit code 1", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("same", { inclusion: "manual" }),
      ".precept/rules/b.md": nativeRule("same"),
    });
    const { out, code } = await precept(["conflicts"]);
    expect(out).toContain(
      'duplicateName  "same" is declared twice at project scope; .precept/rules/a.md applies and .precept/rules/b.md does not.',
    );
    expect(code).toBe(1);
  });

  it("ends with exit code 0 if there are none", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect(await precept(["conflicts"])).toEqual({ code: 0, out: "no conflicts\n", err: "" });
  });
});

describe("precept reload", () => {
  it("prints the number of rules", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect((await precept(["reload"])).out).toBe("1 rule: 0 changes, 0 deletions\n");
  });
});
