import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  "AGENTS.md": "Work carefully.\n",
  "SOUL.md": "Be brief.\n",
  "MEMORY.md": "# MEMORY.md\n\n## Decisions\n\n- Deploys happen on Tuesdays.\n",
  ".precept/rules/cents.md": nativeRule("cents", {}, "Store amounts in cents."),
};

describe("precept context show", () => {
  it("shows the files in load order, and creates none", async () => {
    const { dir, precept } = await createProject(files);
    const { out, code } = await precept(["context", "show"]);
    expect(code).toBe(0);
    const rows = [...out.matchAll(/^ {2}([\w/.-]+\.md) +(found|default|missing)/gm)].map(([, name, state]) => [
      name?.replace(/\d{4}-\d\d-\d\d/, "DATE"),
      state,
    ]);
    expect(rows).toEqual([
      ["AGENTS.md", "found"],
      ["SOUL.md", "found"],
      ["OWNER.md", "default"],
      ["TOOLS.md", "missing"],
      ["memory/DATE.md", "missing"],
      ["memory/DATE.md", "missing"],
      ["MEMORY.md", "found"],
    ]);
    expect(out).toContain("16 characters, about");
    expect(out).toContain("instead of SPIRIT.md");
    expect(out).toContain("`precept context init` creates the missing files.");
    expect((await readdir(dir)).toSorted()).toEqual([".precept", "AGENTS.md", "MEMORY.md", "SOUL.md"]);
  });

  it("shows no memory to a shared session, in any format", async () => {
    const { precept } = await createProject(files);
    for (const format of [[], ["--prompt"], ["--json"]]) {
      const { out, err } = await precept(["context", "show", "--session-type", "shared", ...format]);
      expect(out + err).not.toContain("Tuesdays");
      expect((await precept(["context", "show", ...format])).out.includes("Tuesdays")).toBe(format.length > 0);
    }
  });

  it("says that BOOTSTRAP.md waits for the first start", async () => {
    const { precept } = await createProject({ ...files, "BOOTSTRAP.md": "Ask for a name." });
    expect((await precept(["context", "show"])).out).toContain("BOOTSTRAP.md is offered to the next main session");
    expect((await precept(["context", "show", "--session-type", "shared"])).out).not.toContain("BOOTSTRAP");
  });
});

describe("precept context init", () => {
  it("creates the missing files and says what exists", async () => {
    const { dir, precept } = await createProject(files);
    expect((await precept(["context", "init", "--dry-run"])).out).toMatch(/OWNER\.md +would be created/);
    expect(await readdir(dir)).not.toContain("OWNER.md");
    const { out } = await precept(["context", "init"]);
    expect(out).toMatch(/AGENTS\.md +exists\n +SOUL\.md +exists\n +OWNER\.md +created/);
    expect(out).toContain("MEMORY.md and memory/ should not be in git.");
    expect((await readdir(dir)).toSorted()).toEqual([".precept", "AGENTS.md", "MEMORY.md", "OWNER.md", "SOUL.md"]);
  });

  it("changes .gitignore only with --gitignore", async () => {
    const { dir, precept } = await createProject({});
    const { out } = await precept(["context", "init", "--bootstrap", "--gitignore"]);
    expect(out).toMatch(/BOOTSTRAP\.md +created\n +\.gitignore +MEMORY\.md and memory\/ added/);
    expect(await readFile(join(dir, ".gitignore"), "utf8")).toBe("/MEMORY.md\n/memory/\n");
    expect((await precept(["context", "init"])).out).not.toContain("should not be in git");
  });
});

describe("precept context remember and note", () => {
  it("add entries that the next session has", async () => {
    const { precept } = await createProject(files);
    const options = ["--category", "Decisions", "--importance", "5", "--source-date", "2026-02-15"];
    expect((await precept(["context", "remember", "Prices are gross.", ...options])).out).toBe(
      "remembered in MEMORY.md, below Decisions\n",
    );
    expect((await precept(["context", "note", "-", "--section", "Events"], { input: "Released.\n" })).out).toMatch(
      /^noted in memory\/[\d-]+\.md\n$/,
    );
    const { out } = await precept(["context", "show", "--prompt"]);
    expect(out).toMatch(/#### Events\n+- Released\.[^]*Deploys happen on Tuesdays\.\n- .*Prices are gross\./);
  });

  it("print the entry as JSON", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["context", "remember", "-", "--json"], { input: "One\ntwo\n" });
    expect(JSON.parse(out)).toMatchObject({ content: "One\ntwo", importance: 3, category: "General" });
  });
});

describe("precept resolve --with-context", () => {
  it("prints the context of a shared session before the rules, and creates no file", async () => {
    const { dir, precept } = await createProject(files);
    const { out, err } = await precept(["resolve", "--with-context"]);
    expect(out).toMatch(/^## Agent Context\n[^]*Work carefully\.[^]*## Agent Rules[^]*Store amounts in cents\./);
    expect(out).not.toContain("Tuesdays");
    expect(err).toContain("OWNER.md does not exist. Its default text is used, and nothing is written.");
    expect(err).toContain("`precept context init` creates the missing files");
    expect(await readdir(dir)).not.toContain("OWNER.md");
  });

  it("prints the memory with --session-type main, which needs no --with-context", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["resolve", "--session-type", "main"])).out).toContain("Deploys happen on Tuesdays.");
    const { out } = await precept(["resolve", "--session-type", "main", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      context: { session_type: "main" },
      files: expect.arrayContaining([expect.objectContaining({ id: "memory", success: true })]) as unknown,
      resolution: { applied: [{ name: "cents" }] },
    });
  });
});
