import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { run } from "../../run.ts";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

interface ExportJson {
  readonly done: boolean;
  readonly actions: readonly { kind: string; path: string; rules: readonly string[]; reason?: string; hint?: string }[];
  readonly left: readonly { name: string; target: string; notes: readonly { field: string }[] }[];
  readonly reduced: readonly { name: string; target: string }[];
  readonly there: readonly { name: string; target: string }[];
}

async function exportJson({ precept }: TestProject, ...args: string[]): Promise<ExportJson & { code: number }> {
  const { out, err, code } = await precept(["export", ...args, "--json"]);
  expect(err).toBe("");
  return { ...(JSON.parse(out) as ExportJson), code };
}

function kinds({ actions }: ExportJson): Record<string, string> {
  return Object.fromEntries(actions.map(({ kind, path }) => [path, kind]));
}

/** Returns the modification time of every file in a directory, to find the files that were written. */
async function timesIn(dir: string): Promise<Record<string, number>> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs] as const)));
}

const files = {
  ".precept/rules/house.md": nativeRule("house", {}, "Be kind."),
  ".precept/rules/web/money.md": nativeRule("money", { globs: '["src/**/*.ts"]' }, "Cents."),
  ".precept/rules/review.md": nativeRule("review", { inclusion: "manual" }, "Look twice."),
};

describe("precept export", () => {
  it("writes a file for each rule, and nothing the second time", async () => {
    const project = await createProject(files);
    const first = await exportJson(project, "--to", "cursor,kiro");
    expect(first.code).toBe(0);
    expect(kinds(first)).toEqual({
      ".cursor/rules/house.mdc": "create",
      ".cursor/rules/money.mdc": "create",
      ".cursor/rules/review.mdc": "create",
      ".kiro/steering/house.md": "create",
      ".kiro/steering/money.md": "create",
      ".kiro/steering/review.md": "create",
    });
    expect(await readFile(join(project.dir, ".cursor/rules/money.mdc"), "utf8")).toBe(
      "---\ndescription: About money\nglobs: src/**/*.ts\nalwaysApply: false\n---\n\nCents.\n",
    );
    const times = await timesIn(project.dir);
    const second = await exportJson(project, "--to", "cursor,kiro");
    expect(new Set(Object.values(kinds(second)))).toEqual(new Set(["unchanged"]));
    expect(await timesIn(project.dir)).toEqual(times);
  });

  it("does not read its own exported files as rules", async () => {
    const project = await createProject(files);
    await project.precept(["export", "--to", "cursor,kiro"]);
    const { out } = await project.precept(["list", "--json"]);
    const { rules } = JSON.parse(out) as { rules: { source_path: string }[] };
    expect(rules.map(({ source_path: path }) => path).toSorted()).toEqual(Object.keys(files).toSorted());
  });

  it("does not overwrite an edited file, and says what to do", async () => {
    const project = await createProject(files);
    await project.precept(["export", "--to", "cursor"]);
    const path = join(project.dir, ".cursor/rules/house.mdc");
    await writeFile(path, "---\nalwaysApply: true\n---\n\nBe kind, and brief.\n");
    await writeFile(join(project.dir, ".precept/rules/house.md"), nativeRule("house", {}, "Be polite."));
    const result = await exportJson(project, "--to", "cursor");
    expect(result.code).toBe(1);
    expect(result.actions.find(({ kind }) => kind === "blocked")).toMatchObject({
      path: ".cursor/rules/house.mdc",
      reason: "changed",
      hint: expect.stringContaining("precept import --from cursor") as string,
    });
    expect(await readFile(path, "utf8")).toContain("brief");
    // Later exports fail as well.
    expect((await exportJson(project, "--to", "cursor")).code).toBe(1);
    await rm(path);
    expect(kinds(await exportJson(project, "--to", "cursor"))).toMatchObject({ ".cursor/rules/house.mdc": "create" });
    expect(await readFile(path, "utf8")).toContain("Be polite.");
  });

  it("advises to import the edit of a file with several rules, which works", async () => {
    const project = await createProject({ ...files, ".precept/rules/tone.md": nativeRule("tone", {}, "Be brief.") });
    await project.precept(["export", "--to", "agents"]);
    const path = join(project.dir, "AGENTS.md");
    await writeFile(path, (await readFile(path, "utf8")).replace("Be brief.", "Be very brief."));
    const { out } = await project.precept(["export", "--to", "agents"]);
    expect(out).toContain("precept import --from agents");
    expect((await project.precept(["import", "--from", "agents"])).code).toBe(0);
    expect((await project.precept(["export", "--to", "agents"])).code).toBe(0);
    expect(await readFile(join(project.dir, ".precept/rules/tone.md"), "utf8")).toContain("Be very brief.");
  });

  it("does not overwrite a file that it did not write", async () => {
    const project = await createProject({ ...files, ".kiro/steering/house.md": "Mine.\n" });
    const result = await exportJson(project, "--to", "kiro");
    expect(result.code).toBe(1);
    expect(result.actions.find(({ path }) => path === ".kiro/steering/house.md")).toMatchObject({
      kind: "blocked",
      reason: "foreign",
    });
    expect(await readFile(join(project.dir, ".kiro/steering/house.md"), "utf8")).toBe("Mine.\n");
  });

  it("deletes the file of a deleted rule, and no other", async () => {
    const project = await createProject(files);
    await project.precept(["export", "--to", "cursor,kiro"]);
    await rm(join(project.dir, ".precept/rules/web/money.md"));
    await writeFile(join(project.dir, ".cursor/rules/mine.mdc"), "---\nalwaysApply: true\n---\n\nMine.\n");
    const onlyKiro = await exportJson(project, "--to", "kiro");
    expect(kinds(onlyKiro)[".kiro/steering/money.md"]).toBe("delete");
    expect(await readdir(join(project.dir, ".cursor/rules"))).toContain("money.mdc");
    const both = await exportJson(project, "--to", "cursor,kiro");
    expect(Object.entries(kinds(both)).filter(([, kind]) => kind === "delete")).toEqual([[".cursor/rules/money.mdc", "delete"]]);
    expect((await readdir(join(project.dir, ".cursor/rules"))).toSorted()).toEqual(["house.mdc", "mine.mdc", "review.mdc"]);
    expect(kinds(await exportJson(project, "--to", "cursor,kiro"))).not.toHaveProperty([".cursor/rules/money.mdc"]);
  });

  it("does not delete the edited file of a deleted rule", async () => {
    const project = await createProject(files);
    await project.precept(["export", "--to", "kiro"]);
    await rm(join(project.dir, ".precept/rules/review.md"));
    await writeFile(join(project.dir, ".kiro/steering/review.md"), "My own words.\n");
    const result = await exportJson(project, "--to", "kiro");
    expect(result.actions.find(({ path }) => path === ".kiro/steering/review.md")).toMatchObject({
      kind: "blocked",
      reason: "changed",
    });
    expect(await readFile(join(project.dir, ".kiro/steering/review.md"), "utf8")).toBe("My own words.\n");
  });

  it("leaves out what a tool cannot express, and writes an approximation with --lossy", async () => {
    const project = await createProject({ ".precept/rules/found.md": nativeRule("found", { inclusion: "relevant" }, "Text.") });
    const strict = await exportJson(project, "--to", "cursor");
    expect(strict).toMatchObject({
      code: 0,
      actions: [],
      left: [{ name: "found", target: "cursor", notes: [{ field: "inclusion" }] }],
    });
    const lossy = await exportJson(project, "--to", "cursor", "--lossy");
    expect(lossy.left).toEqual([]);
    expect(await readFile(join(project.dir, ".cursor/rules/found.mdc"), "utf8")).toContain("alwaysApply: false");
    // Without --lossy, the next export deletes the file.
    expect(kinds(await exportJson(project, "--to", "cursor"))).toEqual({ ".cursor/rules/found.mdc": "delete" });
  });

  it("accounts for every rule: written, left out, read in place, or not for that tool", async () => {
    const project = await createProject({
      ...files,
      ".cursor/rules/own.mdc": "---\nalwaysApply: true\n---\n\nOwn.\n",
      ".precept/rules/only-kiro.md": nativeRule("only-kiro", { targets: "[kiro]" }),
      ".precept/local/rules/mine.md": nativeRule("mine"),
      ".precept/rules/off.md": nativeRule("off", { enabled: false }),
    });
    const { actions, there } = await exportJson(project, "--to", "cursor");
    expect(actions.map(({ path }) => path)).toEqual([
      ".cursor/rules/house.mdc",
      ".cursor/rules/money.mdc",
      ".cursor/rules/review.mdc",
    ]);
    expect(there.map(({ name }) => name)).toEqual(["own"]);
  });

  it("writes the rules of a subdirectory to where the tool reads them, or with patterns of the whole project", async () => {
    const project = await createProject({
      "packages/web/.precept/rules/all.md": nativeRule("all", {}, "All."),
      "packages/web/.precept/rules/some.md": nativeRule("some", { globs: '["*.ts", "src/*.css"]' }, "Some."),
    });
    await exportJson(project, "--to", "cursor,kiro");
    expect(await readFile(join(project.dir, "packages/web/.cursor/rules/some.mdc"), "utf8")).toContain(
      "globs: **/*.ts,src/*.css",
    );
    expect(await readFile(join(project.dir, ".kiro/steering/all.md"), "utf8")).toContain("fileMatchPattern: packages/web/**\n");
    expect(await readFile(join(project.dir, ".kiro/steering/some.md"), "utf8")).toContain(
      'fileMatchPattern: ["packages/web/**/*.ts", "packages/web/src/*.css"]',
    );
  });

  it("writes rules of the same name to different files", async () => {
    const project = await createProject({
      ".precept/rules/a/testing.md": nativeRule("testing", {}, "One."),
      ".cursor/rules/x/testing.mdc": "---\nalwaysApply: true\n---\n\nTwo.\n",
      ".cursor/rules/y/Testing.mdc": "---\nalwaysApply: true\n---\n\nThree.\n",
    });
    const before = kinds(await exportJson(project, "--to", "kiro"));
    expect(Object.keys(before)).toHaveLength(3);
    expect(new Set(Object.keys(before).map((path) => path.toLowerCase())).size).toBe(3);
    // Deleting a rule does not rename the files of the others.
    const second = join(project.dir, ".cursor/rules/x/testing.mdc");
    await rm(second);
    const after = await exportJson(project, "--to", "kiro");
    expect(Object.values(kinds(after)).toSorted()).toEqual(["delete", "unchanged", "unchanged"]);
  });

  it("prints a line for each file with --dry-run, and the changes with --diff", async () => {
    const project = await createProject({ ".precept/rules/house.md": nativeRule("house", {}, "Be kind.\nBe brief.") });
    const args = ["export", "--to", "claude", "--dry-run"];
    const planned = "create  .claude/rules/house.md  2 lines  .precept/rules/house.md\n";
    const changes = "    @@ -1,0 +1,2 @@\n    +Be kind.\n    +Be brief.\n";
    expect((await project.precept(args)).out).toContain(`${planned}\nWritten`);
    expect((await project.precept([...args, "--diff"])).out).toContain(`${planned}${changes}\nWritten`);
    expect((await project.precept([...args, "--diff", "--json"])).out).toBe((await project.precept([...args, "--json"])).out);
    expect((await readdir(project.dir)).includes(".claude")).toBe(false);
    await project.precept(["export", "--to", "claude"]);
    await writeFile(join(project.dir, ".precept/rules/house.md"), nativeRule("house", {}, "Be kind.\nBe exact.\nBe quick."));
    expect((await project.precept(args)).out).toMatch(/^update {2}\.claude\/rules\/house\.md {2}\+2 -1 lines {2}/);
    await rm(join(project.dir, ".precept/rules/house.md"));
    expect((await project.precept(args)).out).toMatch(/^delete {2}\.claude\/rules\/house\.md {2}2 lines/);
  });

  it("checks for drift with --check, shows it, and writes nothing", async () => {
    const project = await createProject(files);
    const { code, out } = await project.precept(["export", "--to", "cursor", "--check"]);
    expect(code).toBe(1);
    expect(out).toContain("+Be kind.");
    expect(await readdir(project.dir)).toEqual([".precept"]);
    await project.precept(["export", "--to", "cursor"]);
    expect((await project.precept(["export", "--to", "cursor", "--check"])).code).toBe(0);
    await writeFile(join(project.dir, ".precept/rules/house.md"), nativeRule("house", {}, "Be brief."));
    const drifted = await project.precept(["export", "--to", "cursor", "--check"]);
    expect(drifted.code).toBe(1);
    expect(drifted.out).toContain("-Be kind.\n    +Be brief.");
  });

  it("writes for the tools of the configuration if none is named, and lists the known tools", async () => {
    const project = await createProject({ ...files, ".precept/config.yaml": "export: { to: [kiro] }\n" });
    await project.precept(["sync"]);
    expect(await readdir(join(project.dir, ".kiro/steering"))).toHaveLength(3);
    await rm(join(project.dir, ".precept/config.yaml"));
    const { code, err } = await project.precept(["export"]);
    expect(code).toBe(2);
    expect(err).toContain("cursor");
    const typo = await project.precept(["export", "--to", "kursor"]);
    expect(typo.code).toBe(2);
    expect(typo.err).toContain('Did you mean "cursor"?');
  });

  it("does not follow links out of the project, and does not replace links and directories", async () => {
    const project = await createProject(files);
    const outside = await createProject({ "keep.txt": "x" });
    await mkdir(join(project.dir, ".kiro"));
    await symlink(outside.dir, join(project.dir, ".kiro/steering"));
    await mkdir(join(project.dir, ".cursor/rules/house.mdc"), { recursive: true });
    await writeFile(join(project.dir, "target.md"), "x");
    await symlink("../../target.md", join(project.dir, ".cursor/rules/money.mdc"));
    const result = await exportJson(project, "--to", "kiro,cursor");
    expect(kinds(result)).toEqual({
      ".cursor/rules/house.mdc": "blocked",
      ".cursor/rules/money.mdc": "blocked",
      ".cursor/rules/review.mdc": "create",
      ".kiro/steering/house.md": "blocked",
      ".kiro/steering/money.md": "blocked",
      ".kiro/steering/review.md": "blocked",
    });
    expect(await readdir(outside.dir)).toEqual(["keep.txt"]);
    expect(await readFile(join(project.dir, "target.md"), "utf8")).toBe("x");
  });

  it("refuses an unreadable ledger", async () => {
    const project = await createProject({ ...files, ".precept/ledger.json": "<<<<<<< HEAD\n" });
    const { code, err } = await project.precept(["export", "--to", "kiro"]);
    expect(code).toBe(2);
    expect(err).toContain("Restore .precept/ledger.json");
    expect(await readdir(project.dir)).toEqual([".precept"]);
  });

  it("exports continuously with --watch until it is interrupted", async () => {
    const { dir } = await createProject(files);
    let interrupt: () => void = () => undefined;
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const said: string[] = [];
    const ended = run(["export", "--to", "cursor", "--watch", "--json"], {
      env: { PRECEPT_HOME: join(dir, "no-home") },
      cwd: dir,
      interactive: false,
      out: (text) => void said.push(text),
      err: (text) => void said.push(text),
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: () => interrupted,
    });
    const textOf = async (name: string): Promise<string> => readFile(join(dir, ".cursor/rules", name), "utf8").catch(() => "");
    const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
    await waitFor(async () => expect(await textOf("house.mdc")).toContain("Be kind."));
    await writeFile(join(dir, ".precept/rules/house.md"), nativeRule("house", {}, "Be brief."));
    await waitFor(async () => expect(await textOf("house.mdc")).toContain("Be brief."));
    await rm(join(dir, ".precept/rules/review.md"));
    await waitFor(async () => expect(await textOf("review.mdc")).toBe(""));
    await mkdir(join(dir, ".precept/commands"));
    await writeFile(join(dir, ".precept/commands/fix.md"), "Fix the issue.\n");
    await waitFor(async () => expect(await textOf("../commands/fix.md")).toContain("Fix the issue."));
    interrupt();
    expect(await ended).toBe(0);
  });
});

describe("precept convert", () => {
  it("writes the rules of one tool for another, and does not change the source files", async () => {
    const text = "---\ndescription:\nglobs: *.ts\nalwaysApply: false\n---\n\nTyped.\n";
    const project = await createProject({ ".cursor/rules/types.mdc": text, ".precept/rules/house.md": nativeRule("house") });
    const { code, out } = await project.precept(["convert", "--from", "cursor", "--to", "kiro"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: "created  .kiro/steering/types.md  .cursor/rules/types.mdc\n\n1 created\n",
    });
    expect(await readFile(join(project.dir, ".cursor/rules/types.mdc"), "utf8")).toBe(text);
    expect(await readFile(join(project.dir, ".kiro/steering/types.md"), "utf8")).toBe(
      '---\ninclusion: fileMatch\nfileMatchPattern: "*.ts"\n---\n\nTyped.\n',
    );
  });
});
