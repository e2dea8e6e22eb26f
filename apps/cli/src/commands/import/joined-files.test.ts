import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const rules = {
  ".precept/rules/house.md": nativeRule("house", {}, "Be kind."),
  ".precept/rules/money.md": nativeRule("money", {}, "# Money\n\nCount twice."),
};

interface ImportJson {
  readonly actions: readonly { readonly kind: string; readonly path: string; readonly sources: readonly string[] }[];
  readonly conflicts: readonly { readonly rule: string; readonly versions: readonly { path: string; text: string }[] }[];
}

/** A project whose rules are exported to `AGENTS.md`, and what the tests do in it. */
async function createExported(): Promise<
  TestProject & {
    readonly read: (path: string) => Promise<string>;
    readonly edit: (path: string, change: (text: string) => string) => Promise<void>;
    readonly importJson: () => Promise<ImportJson & { code: number }>;
    readonly exportAgain: () => Promise<string>;
  }
> {
  const project = await createProject(rules);
  const read = (path: string): Promise<string> => readFile(join(project.dir, path), "utf8");
  const exportAgain = async (): Promise<string> => (await project.precept(["export", "--to", "agents"])).out;
  await exportAgain();
  return {
    ...project,
    read,
    exportAgain,
    edit: async (path, change) => writeFile(join(project.dir, path), change(await read(path))),
    importJson: async () => {
      const { code, out, err } = await project.precept(["import", "--json"]);
      expect(err).toBe("");
      return { ...(JSON.parse(out) as ImportJson), code };
    },
  };
}

const exported = `<!-- precept: rule house -->

## house

Be kind.

<!-- precept: rule money -->

# Money

Count twice.

<!-- precept: end -->
`;

describe("a file with several rules", () => {
  it("has a marker line before each rule, and is not written a second time", async () => {
    const { read, exportAgain } = await createExported();
    expect(await read("AGENTS.md")).toBe(exported);
    expect(await exportAgain()).toMatch(/^1 unchanged$/m);
  });

  it("keeps an edit of one of its rules: an import takes it into that rule", async () => {
    const { edit, read, importJson, exportAgain } = await createExported();
    await edit("AGENTS.md", (text) => text.replace("Count twice.", "Count three times.").replaceAll("\n", "\r\n"));
    const { code, actions } = await importJson();
    expect({ code, actions }).toMatchObject({
      code: 0,
      actions: [{ kind: "update", path: ".precept/rules/money.md", sources: ["AGENTS.md"] }],
    });
    expect(await read(".precept/rules/money.md")).toContain("# Money\n\nCount three times.");
    expect(await read(".precept/rules/house.md")).toBe(rules[".precept/rules/house.md"]);
    expect(await exportAgain()).toMatch(/^1 unchanged$/m);
  });

  it("keeps text outside of its sections: an export stops, and an import makes rules of it", async () => {
    const { edit, read, importJson, exportAgain } = await createExported();
    await edit("AGENTS.md", (text) => `# Ours\n\nAsk first.\n\n${text}\nAnd last.\n`);
    expect(await exportAgain()).toContain("blocked  AGENTS.md");
    const { code, actions } = await importJson();
    expect(code).toBe(0);
    expect(actions.map(({ kind, path, sources }) => [kind, path, sources])).toEqual([
      ["create", ".precept/rules/Ours.md", ["AGENTS.md"]],
      ["create", ".precept/rules/AGENTS.md", ["AGENTS.md"]],
    ]);
    expect(await read(".precept/rules/Ours.md")).toContain("# Ours\n\nAsk first.");
    expect(await importJson()).toMatchObject({ code: 0, actions: [] });
    expect(await exportAgain()).toContain("updated  AGENTS.md");
    const text = await read("AGENTS.md");
    for (const once of ["Ask first.", "And last.", "Be kind.", "Count twice."]) expect(text.split(once)).toHaveLength(2);
    expect(await exportAgain()).toMatch(/^1 unchanged$/m);
    expect(await importJson()).toMatchObject({ code: 0, actions: [] });
  });

  it("names the native rules in its entry if the files that it was written from are imported together with an edit of it", async () => {
    const project = await createProject({
      "CLAUDE.md": "# Style\n\nUse tabs.\n",
      ".github/copilot-instructions.md": "# Money\n\nCount twice.\n",
    });
    await project.precept(["export", "--to", "codex"]);
    const path = join(project.dir, "AGENTS.md");
    await writeFile(path, `${await readFile(path, "utf8")}\nAsk first.\n`);
    await project.precept(["import"]);
    const { files } = JSON.parse(await readFile(join(project.dir, ".precept/ledger.json"), "utf8")) as {
      readonly files: { readonly [path: string]: { readonly rules: readonly string[] } };
    };
    expect(files["AGENTS.md"]?.rules.every((id) => id.startsWith("project:.precept/rules/"))).toBe(true);
    const { out } = await project.precept(["export", "--to", "cursor"]);
    expect(out).toContain("3 rules in AGENTS.md");
  });

  it("shows a removed section as a conflict, and writes nothing for its rule", async () => {
    const { edit, read, importJson, exportAgain } = await createExported();
    await edit("AGENTS.md", (text) => `${text.slice(0, text.indexOf("<!-- precept: rule money"))}<!-- precept: end -->\n`);
    const { code, conflicts, actions } = await importJson();
    expect({ code, actions }).toEqual({ code: 1, actions: [] });
    expect(conflicts).toMatchObject([
      {
        rule: "project:.precept/rules/money.md",
        field: "content",
        versions: [{ path: ".precept/rules/money.md" }, { path: "AGENTS.md", text: "" }],
      },
    ]);
    expect(await read(".precept/rules/money.md")).toBe(rules[".precept/rules/money.md"]);
    expect(await exportAgain()).toContain("blocked  AGENTS.md");
  });

  it("takes over what is clear if another section has a conflict", async () => {
    const { edit, read, importJson } = await createExported();
    await edit("AGENTS.md", (text) => `${text.replace("Be kind.", "Be wise.").replace("twice", "often")}\nOutside.\n`);
    await edit(".precept/rules/money.md", (text) => text.replace("twice", "rarely"));
    const first = await importJson();
    expect(first.code).toBe(1);
    expect(first.conflicts).toMatchObject([
      {
        base: "# Money\n\nCount twice.",
        versions: [{ text: "# Money\n\nCount rarely.\n" }, { text: "# Money\n\nCount often." }],
      },
    ]);
    expect(await read(".precept/rules/house.md")).toContain("Be wise.");
    expect(await read(".precept/rules/AGENTS.md")).toContain("Outside.");
    // The second import finds the conflict only.
    const second = await importJson();
    expect({ code: second.code, actions: second.actions }).toEqual({ code: 1, actions: [] });
    await edit(".precept/rules/money.md", (text) => text.replace("rarely", "often"));
    expect(await importJson()).toMatchObject({ code: 0, conflicts: [], actions: [] });
  });

  it("gets markers with the next export if it was written without them", async () => {
    const { dir, edit, read, exportAgain } = await createExported();
    const old = "## house\n\nBe kind.\n\n# Money\n\nCount twice.\n";
    await edit("AGENTS.md", () => old);
    const { createHash } = await import("node:crypto");
    const sha256 = createHash("sha256").update(old).digest("hex");
    await edit(".precept/ledger.json", (text) => {
      const ledger = JSON.parse(text) as { version: number; files: Record<string, { sections?: unknown; sha256: string }> };
      const { sections: _, ...entry } = ledger.files["AGENTS.md"] ?? { sha256 };
      return JSON.stringify({ version: 1, files: { "AGENTS.md": { ...entry, sha256 } } });
    });
    await rm(join(dir, ".precept/state"), { recursive: true, force: true });
    expect(await exportAgain()).toContain("updated  AGENTS.md");
    expect(await read("AGENTS.md")).toBe(exported);
  });

  it("has the imports of an imported file when another rule joins it", async () => {
    const project = await createProject({
      "GEMINI.md": "# Service\n\n@./docs/design.md\n",
      "docs/design.md": "# Design\n\nQueues.\n",
      ".claude/rules/naming.md": "Names are nouns.\n",
    });
    expect((await project.precept(["import"])).code).toBe(0);
    await project.precept(["export", "--to", "gemini"]);
    const text = await readFile(join(project.dir, "GEMINI.md"), "utf8");
    expect(text).toMatch(/^@(?:\.\/)?docs\/design\.md$/m);
    expect(text).toContain("Names are nouns.");
    expect((await project.precept(["export", "--to", "gemini", "--check"])).code).toBe(0);
  });
});

describe("a file that imports the shared one", () => {
  it("gets a rule for a text that was added to it, which the next export writes to the shared file", async () => {
    const project = await createProject(rules);
    const read = (path: string): Promise<string> => readFile(join(project.dir, path), "utf8");
    const to = ["export", "--to", "agents,claude"];
    await project.precept(to);
    expect(await read("CLAUDE.md")).toBe("@AGENTS.md\n");
    await writeFile(join(project.dir, "CLAUDE.md"), "@AGENTS.md\n\n# Plans\n\nPlan first.\n");
    const { code, out } = await project.precept(["import"]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("from CLAUDE.md") as string });
    const { rules: found } = JSON.parse((await project.precept(["list", "--json"])).out) as { rules: { content: string }[] };
    expect(found.map(({ content }) => content.trim())).toContain("# Plans\n\nPlan first.");
    await project.precept([...to, "--yes"]);
    expect(await read("CLAUDE.md")).toBe("@AGENTS.md\n");
    expect(await read("AGENTS.md")).toContain("Plan first.");
    expect((await project.precept([...to, "--check"])).code).toBe(0);
  });

  it("is written again if its line was removed, and has no rule of its own", async () => {
    const project = await createProject(rules);
    await project.precept(["export", "--to", "agents,claude"]);
    await writeFile(join(project.dir, "CLAUDE.md"), "\n");
    expect((await project.precept(["import"])).code).toBe(0);
    await project.precept(["export", "--to", "agents,claude"]);
    expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("@AGENTS.md\n");
  });
});
