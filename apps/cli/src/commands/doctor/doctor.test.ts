import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../testing/precept-in.ts";

describe("precept init", () => {
  it("makes a configuration, a first rule and what git should ignore, and says what other tools have", async () => {
    const { precept, dir } = await createProject({ ".cursor/rules/a.mdc": "A\n", "CLAUDE.md": "Claude\n" });
    const { out, code } = await precept(["init"]);
    expect(out.replaceAll(dir, "/project")).toMatchInlineSnapshot(`
      "/project
        .precept/config.yaml           made
        .precept/rules/house-rules.md  made
        .precept/.gitignore            made

      Rule files of other tools
        .cursor/rules  Cursor       read as they are
        CLAUDE.md      Claude Code  read as they are
        \`precept import\` makes native rules of them, \`precept export\` writes native rules for every tool.

      \`precept explain FILE\` shows which rules apply to a file.
      "
    `);
    expect(code).toBe(0);
    expect((await readdir(join(dir, ".precept"))).toSorted()).toEqual([".gitignore", "config.yaml", "rules"]);
    expect((await precept(["doctor"])).code).toBe(0);
    expect((await precept(["init"])).out).toContain("is there");
  });

  it("makes nothing with --dry-run, nor against a person's answer", async () => {
    const { precept, dir } = await createProject({ ".git/HEAD": "" });
    expect((await precept(["init", "--dry-run"])).out).toContain("would be made");
    await precept(["init"], { interactive: true, answer: false });
    expect(await readdir(dir)).toEqual([".git"]);
    await precept(["init"], { interactive: true, answer: true });
    expect((await readdir(dir)).toSorted()).toEqual([".git", ".precept"]);
  });
});

describe("precept doctor", () => {
  it("has a line for everything, and what to do about what is not in order", async () => {
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
            \`precept lint\` shows them.
      fail  rule directories  The rule directory "nowhere" does not exist.
            Create the directory, or correct the path.
      ok    writing           .precept/rules can be written
      fail  rules             3 rules, 1 error
            \`precept lint\` shows them.
      warn  conflicts         1 conflict
            \`precept conflicts\` shows them.
      ok    budget            28 characters in every prompt
      warn  personal overlay  .precept/local is not ignored by git
            Add \`local/\` to .precept/.gitignore.
      ok    policies          none
      ok    audit log         nothing was written down yet
      "
    `);
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

  it("is content where there are none", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect(await precept(["conflicts"])).toEqual({ code: 0, out: "no conflicts\n", err: "" });
  });
});

describe("precept reload", () => {
  it("says how many rules there are", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect((await precept(["reload"])).out).toBe("1 rule: 0 changes, 0 deletions\n");
  });
});
