import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createProject, namesOf, nativeRule, type Project } from "../test/project.ts";

const rule = createRule({ id: "kept", name: "kept", description: "Kept", content: "Text." });

/** The packages that are loaded by a process that opens a project. */
function loadedBy({ dir, home }: Project): readonly string[] {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({ resolve: (specifier, context, next) => (loaded.add(specifier), next(specifier, context)) });
    const { openWorkspace } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
    const workspace = await openWorkspace(process.argv[1], { home: process.argv[2] });
    await workspace.resolve();
    await workspace[Symbol.asyncDispose]();
    console.log(JSON.stringify([...loaded]));`;
  const args = ["--conditions=@precept/source", "--input-type=module", "--eval", script, dir, home];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", cwd: import.meta.dirname })) as string[];
}

describe("the stores of a workspace", () => {
  it("are files and session memory, and a database if configured", async () => {
    const { open } = await createProject();
    expect((await open()).stores.map(({ id }) => id)).toEqual(["fs", "session"]);
    expect((await open({ sqlite: true })).stores.map(({ id }) => id)).toEqual(["fs", "sqlite", "session"]);
  });

  it("load the database code only if there is a database", { tags: "slow" }, async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect(loadedBy(project)).not.toContain("better-sqlite3");
    await project.write(".precept/config.yaml", "store: { sqlite: true }");
    expect(loadedBy(project)).toContain("better-sqlite3");
  });

  it("store rules in a database, whose directory they create, until the workspace is opened again", async () => {
    const { dir, open } = await createProject({ ".precept/config.yaml": "store: { sqlite: data/deep/rules.sqlite }" });
    const first = await open();
    await first.storeFor("project", "sqlite").save(rule);
    expect((await first.resolve()).applied.map((one) => one.rule.origin.store)).toEqual(["sqlite"]);
    await first[Symbol.asyncDispose]();
    expect(existsSync(join(dir, "data/deep/rules.sqlite"))).toBe(true);
    expect(namesOf(await (await open()).list())).toEqual(["kept"]);
  });

  it("report an unreadable database, and work without it until it is readable", async () => {
    const { open, write, remove } = await createProject({ ".precept/rules/a.md": nativeRule("a"), "bad.sqlite": "no database" });
    const workspace = await open({ sqlite: "bad.sqlite" });
    expect(namesOf(await workspace.list())).toEqual(["a"]);
    expect(await workspace.diagnostics()).toMatchObject([
      { code: "store/failed", message: expect.stringContaining("bad.sqlite") },
    ]);
    expect((await workspace.resolve()).diagnostics).toEqual(await workspace.diagnostics());
    await expect(workspace.reload()).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(await workspace.diagnostics()).toMatchObject([{ code: "store/failed" }]);
    await remove("bad.sqlite");
    await workspace.reload();
    expect(await workspace.diagnostics()).toEqual([]);
    await write(".precept/rules/b.md", nativeRule("b"));
    await workspace.reload();
    expect(namesOf(await workspace.list())).toEqual(["a", "b"]);
  });

  it("stay open through a reload if they are still the same", async () => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open();
    const [files, sessions] = workspace.stores;
    const { references } = workspace;
    await workspace.reload();
    await write(".precept/config.yaml", "format: xml\n");
    await workspace.reload();
    expect(workspace.references).toBe(references);
    await write(".precept/config.yaml", "store: { sqlite: true }\n");
    await workspace.reload();
    const [, database] = workspace.stores;
    expect(workspace.stores).toEqual([files, database, sessions]);
    expect([workspace.stores[0] === files, workspace.stores[2] === sessions]).toEqual([true, true]);
    await write("web/.precept/rules/b.md", nativeRule("b"));
    await workspace.reload();
    expect([workspace.stores[0] === files, workspace.stores[1] === database]).toEqual([false, true]);
    await write(".precept/config.yaml", "");
    await workspace.reload();
    expect(workspace.stores).toHaveLength(2);
    // The unused store was closed; the others were not.
    await expect(database?.get("x")).rejects.toMatchObject({ code: "STORE_CLOSED" });
    await expect(files?.get("x")).rejects.toMatchObject({ code: "STORE_CLOSED" });
    expect(await sessions?.get("x")).toBeUndefined();
  });

  it("write nothing if read-only, not even an empty database, and still accept session rules", async () => {
    const { dir, open } = await createProject({
      ".precept/config.yaml": "store: { sqlite: true }",
      ".precept/rules/a.md": nativeRule("a"),
    });
    const workspace = await open({ readOnly: true });
    expect(workspace.stores.map(({ id }) => id)).toEqual(["fs", "session"]);
    expect(existsSync(join(dir, ".precept/rules.sqlite"))).toBe(false);
    await expect(workspace.storeFor("project").save(rule)).rejects.toMatchObject({ code: "STORE_CAPABILITY_MISSING" });
    await workspace.session("s").add({ name: "s" });
    expect(namesOf(await workspace.list())).toEqual(["a", "s"]);
  });
});

describe("the store for a new rule", () => {
  it("is the file store for scopes with a directory, otherwise the database, and memory for sessions", async () => {
    const { open } = await createProject();
    const plain = await open({ user: "ada" });
    expect((["global", "user", "project", "session"] as const).map((scope) => plain.storeFor(scope).id)).toEqual([
      "fs",
      "fs",
      "fs",
      "session",
    ]);
    const database = await open({ sqlite: true });
    expect((["global", "user", "project"] as const).map((scope) => database.storeFor(scope).id)).toEqual(["fs", "sqlite", "fs"]);
    expect(database.storeFor("project", "sqlite").id).toBe("sqlite");
  });

  it("writes the first rule of a project to .precept/rules, and of a user to the user's Precept directory", async () => {
    const { dir, home, open } = await createProject();
    const workspace = await open({ user: "ada" });
    await workspace.storeFor("project").save(rule);
    await workspace.storeFor("user").save({ ...rule, scope: "user" });
    expect(existsSync(join(dir, ".precept/rules/kept.md"))).toBe(true);
    expect(existsSync(join(home, "users/ada/rules/kept.md"))).toBe(true);
  });

  it("is refused if there is none", async () => {
    const { open } = await createProject();
    const workspace = await open();
    expect(() => workspace.storeFor("user")).toThrow(
      expect.objectContaining({
        code: "SCOPE_UNSUPPORTED",
        details: { scope: "user", scopes: ["project", "global", "session"] },
      }),
    );
    expect(() => workspace.storeFor("project", "sqlite")).toThrow(
      expect.objectContaining({ code: "STORE_UNSUITABLE", details: { store: "sqlite", scope: "project", stores: ["fs"] } }),
    );
    expect(() => workspace.storeFor("session", "fs")).toThrow('The store "fs" does not hold rules of session scope here.');
    const none = await open({ defaultRules: false });
    expect(() => none.storeFor("project")).toThrow("There is no rule directory for project scope.");
  });
});
