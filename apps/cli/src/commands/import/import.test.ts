import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isSafePath } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const typed =
  '---\r\n# Ours\r\nglobs:   "*.ts", src/**/*.{ts,tsx}\r\nauthor: Ann # since 2024\r\nversion: 57\r\nalwaysApply: false\r\n---\r\nTyped.\r\n';

const sources = {
  ".cursor/rules/typed.mdc": typed,
  ".cursor/rules/api/testing.mdc": "---\ndescription: API tests\nalwaysApply: true\n---\n\n# Tests of the API\n",
  ".cursor/rules/web/testing.mdc": "# Tests of the web\n",
  ".cursor/rules/empty.mdc": "",
  ".cursorrules": "Old rules.\n",
  ".kiro/steering/tech.md": "---\ninclusion: auto\nname: tech\ndescription: What we use\n---\nNode.\n",
  "packages/web/.cursor/rules/local.mdc": "---\nglobs: *.css\n---\n\nStyled.\n",
};

const read = (project: TestProject, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");

async function json(
  project: TestProject,
  ...args: string[]
): Promise<{ code: number; actions: { kind: string; path: string }[]; skipped: unknown[] }> {
  const { out, err, code } = await project.precept([...args, "--json"]);
  expect(err).toBe("");
  return { ...(JSON.parse(out) as { actions: { kind: string; path: string }[]; skipped: unknown[] }), code };
}

describe("precept import", () => {
  it("converts each file to a native rule with a unique name, and does not change the file", async () => {
    const project = await createProject(sources);
    const { actions, code } = await json(project, "import");
    expect(code).toBe(0);
    expect(actions.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
      "create .precept/rules/api/testing.md",
      "create .precept/rules/cursorrules.md",
      "create .precept/rules/empty.md",
      "create .precept/rules/tech.md",
      "create .precept/rules/typed.md",
      "create .precept/rules/web/testing.md",
      "create packages/web/.precept/rules/local.md",
    ]);
    const { rules } = JSON.parse((await project.precept(["list", "--json"])).out) as { rules: Record<string, unknown>[] };
    const listed = rules.map(({ name, inclusion, globs, description }) => ({ name, inclusion, globs, description }));
    expect(listed).toEqual([
      { name: "cursorrules", inclusion: "always", globs: [], description: "cursorrules" },
      { name: "empty", inclusion: "manual", globs: [], description: "empty" },
      { name: "local", inclusion: "fileMatch", globs: ["/*.css"], description: "local" },
      { name: "tech", inclusion: "agentRequested", globs: [], description: "What we use" },
      { name: "testing", inclusion: "always", globs: [], description: "API tests" },
      { name: "typed", inclusion: "fileMatch", globs: ["/*.ts", "src/**/*.{ts,tsx}"], description: "typed" },
      { name: "web-testing", inclusion: "manual", globs: [], description: "Tests of the web" },
    ]);
    for (const [path, text] of Object.entries(sources)) expect(await read(project, path)).toBe(text);
  });

  it("exports the same bytes again, even if the files were deleted", async () => {
    const project = await createProject(sources);
    await project.precept(["import"]);
    const exported = await json(project, "export", "--to", "cursor,kiro");
    const unchanged = exported.actions.filter(({ kind }) => kind === "unchanged").map(({ path }) => path);
    expect(unchanged.toSorted()).toEqual(Object.keys(sources).toSorted());
    for (const path of Object.keys(sources)) await rm(join(project.dir, path));
    await json(project, "export", "--to", "cursor,kiro");
    for (const [path, text] of Object.entries(sources)) expect([path, await read(project, path)]).toEqual([path, text]);
  });

  it("exports only the changed parts of a changed rule", async () => {
    const project = await createProject(sources);
    await project.precept(["import", "--from", "cursor"]);
    const path = join(project.dir, ".precept/rules/typed.md");
    await writeFile(path, (await read(project, ".precept/rules/typed.md")).replace("Typed.", "Strictly typed."));
    await rm(join(project.dir, ".cursor/rules/typed.mdc"));
    await project.precept(["export", "--to", "cursor"]);
    expect(await read(project, ".cursor/rules/typed.mdc")).toBe(typed.replace("Typed.", "Strictly typed."));
  });

  it("names the file that each rule comes from, and after an edit the edited one", async () => {
    const project = await createProject({ "CLAUDE.md": "Be kind.\n" });
    const [created] = (await json(project, "import")).actions;
    expect(created).toMatchObject({ kind: "create", sources: ["CLAUDE.md"] });
    await project.precept(["export", "--to", "cursor,kiro"]);
    const file = ".cursor/rules/CLAUDE.mdc";
    await writeFile(join(project.dir, file), (await read(project, file)).replace("kind", "brief"));
    const { out } = await project.precept(["import"]);
    expect(out).toContain(`from ${file}`);
    expect(out).not.toContain("from CLAUDE.md");
  });

  it("does nothing the second time", async () => {
    const project = await createProject(sources);
    await project.precept(["import"]);
    const again = await json(project, "import");
    expect(again).toMatchObject({ code: 0, actions: [] });
    expect(again.skipped).toHaveLength(Object.keys(sources).length);
  });

  it("imports the edits of an exported file", async () => {
    const project = await createProject({
      ".precept/rules/money.md": nativeRule("money", { globs: '["src/**"]', priority: 80 }, "Cents."),
    });
    await project.precept(["export", "--to", "cursor"]);
    const file = ".cursor/rules/money.mdc";
    await writeFile(
      join(project.dir, file),
      (await read(project, file)).replace("Cents.", "Always cents.").replace("src/**", "lib/**"),
    );
    expect((await project.precept(["export", "--to", "cursor"])).code).toBe(1);
    const { actions } = await json(project, "import", "--from", "cursor");
    expect(actions.map(({ kind, path }) => `${kind} ${path}`)).toEqual(["update .precept/rules/money.md"]);
    expect(await read(project, ".precept/rules/money.md")).toBe(
      '---\nname: money\ndescription: About money\nglobs: ["lib/**"]\npriority: 80\n---\n\nAlways cents.\n',
    );
    expect(await json(project, "export", "--to", "cursor")).toMatchObject({ code: 0, actions: [{ kind: "unchanged" }] });
  });

  it("imports the edits of a file whose line ends git converted, without the line ends", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money", {}, "Cents.\n\nNever floats.") });
    await project.precept(["export", "--to", "cursor"]);
    const file = ".cursor/rules/money.mdc";
    const crlf = (await read(project, file)).replaceAll("\n", "\r\n");
    await writeFile(join(project.dir, file), crlf);
    expect((await project.precept(["export", "--to", "cursor", "--check"])).code).toBe(0);
    expect(await json(project, "import", "--from", "cursor")).toMatchObject({ code: 0, actions: [] });
    await writeFile(join(project.dir, file), crlf.replace("Cents.", "Always cents."));
    await project.precept(["import", "--from", "cursor"]);
    expect(await read(project, ".precept/rules/money.md")).toBe(nativeRule("money", {}, "Always cents.\n\nNever floats."));
    expect(await json(project, "export", "--to", "cursor")).toMatchObject({ code: 0, actions: [{ kind: "unchanged" }] });
    expect(await read(project, file)).toBe(crlf.replace("Cents.", "Always cents."));
  });

  it("shows both texts if a file and its rule changed", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "One.") });
    await project.precept(["export", "--to", "cursor"]);
    await writeFile(join(project.dir, ".cursor/rules/a.mdc"), "---\nalwaysApply: true\n---\n\nTwo.\n");
    await writeFile(join(project.dir, ".precept/rules/a.md"), nativeRule("a", {}, "Three."));
    const { code, out } = await project.precept(["import"]);
    expect(code).toBe(1);
    expect(out).toContain("-Three.\n    +Two.");
    expect(await read(project, ".precept/rules/a.md")).toContain("Three.");
  });

  it("does not overwrite an existing rule", async () => {
    const project = await createProject({
      ".cursor/rules/money.mdc": "---\nalwaysApply: true\n---\n\nCents.\n",
      ".precept/rules/money.md": nativeRule("money", {}, "Mine."),
    });
    const { actions } = await json(project, "import");
    expect(actions).toMatchObject([{ kind: "create", path: ".precept/rules/money-cursor.md" }]);
    expect(await read(project, ".precept/rules/money.md")).toContain("Mine.");
  });

  it("shows the plan with --dry-run, and writes nothing", async () => {
    const project = await createProject({ ".cursorrules": "Old.\n" });
    const { out, code } = await project.precept(["import", "--dry-run"]);
    expect({ out, code }).toEqual({ code: 0, out: "create  .precept/rules/cursorrules.md  from .cursorrules\n\n1 to create\n" });
    await expect(mkdir(join(project.dir, ".precept"))).resolves.toBeUndefined();
  });
});

it("converts the imports of CLAUDE.md to native references, and back in an export", async () => {
  const text = "See @docs/arch.md, @AGENTS.md and @types/node.\n\n`@docs/arch.md`\n";
  const project = await createProject({ "CLAUDE.md": text, "AGENTS.md": "Be kind.\n", "docs/arch.md": "Three tiers." });
  await project.precept(["import"]);
  expect(await read(project, ".precept/rules/CLAUDE.md")).toContain(
    "See #[[file:docs/arch.md]], @AGENTS.md and @types/node.\n\n`@docs/arch.md`\n",
  );
  const { out } = await project.precept(["resolve"]);
  expect(out).toContain("See Three tiers., @AGENTS.md and @types/node.");
  await rm(join(project.dir, "CLAUDE.md"));
  await project.precept(["export", "--to", "claude"]);
  expect(await read(project, "CLAUDE.md")).toBe(text);
});

describe("precept import of files whose names other systems cannot store", () => {
  const devices = ["NUL", "aux", "CON", "prn", "com1", "LPT9", "com0", "COM¹", "CONIN$", "clock$"];
  const names = [
    ...devices.flatMap((device) => [device, `${device}.md`, `${device}.a.b`, `${device}-rule`, `${device}-.-x`]),
    ...[76, 77, 78, 79, 80, 81, 120].map((length) => "x".repeat(length)),
    `${"x".repeat(78)}.md`,
    `${"a-directory-with-a-long-name/".repeat(15)}rule`,
    "a.precept-tmp",
    "..a",
    "\u202emd.x",
  ];
  const native = new Set(["precept", "dataagent"]);
  const outputs = dialects.filter(({ id }) => !native.has(id)).flatMap(({ output }) => (output.kind === "files" ? output : []));
  const cases = outputs.flatMap(({ dir, codec, getPath }) =>
    codec.extensions
      .filter((extension) => extension.startsWith("."))
      .map((extension): [string, readonly string[]] => {
        const folder = getPath?.({ contexts: [] }, "").replace(/[^/]*$/, "") ?? "";
        const inRoot = names.map((name) => `${folder}${name}${extension}`);
        return [
          `${dir}/${folder}*${extension}`,
          inRoot.filter((path) => codec.accepts?.(path) ?? true).map((path) => `${dir}/${path}`),
        ];
      }),
  );

  it.each(cases)("creates safe paths from %s", async (_, files) => {
    expect(files.length).toBeGreaterThan(50);
    const project = await createProject(Object.fromEntries(files.map((file, at) => [file, `Text ${at}.\n`])));
    const { actions, code } = await json(project, "import");
    expect({ code, kinds: [...new Set(actions.map(({ kind }) => kind))] }).toEqual({ code: 0, kinds: ["create"] });
    expect(actions).toHaveLength(files.length);
    const paths = actions.map(({ path }) => path.slice(".precept/rules/".length));
    expect(paths.filter((path) => !isSafePath(path))).toEqual([]);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(files.length);
    expect((await json(project, "import")).actions).toEqual([]);
  });
});
