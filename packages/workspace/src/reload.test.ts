import { join } from "node:path";
import { createRule, type RulebookEvents } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { WorkspaceChange } from "./feed.ts";
import { createProject, describeDiagnostic, namesOf, nativeRule } from "../test/project.ts";
import type { Workspace } from "./workspace.ts";

/** Formats published changes as lines: `+` for rules, `-` for ids, `!` for diagnostics, and `config`. */
function listen(workspace: Workspace): string[] {
  const published: string[] = [];
  workspace.subscribe(({ rules, deleted, diagnostics, config }) => {
    const parts = [
      ...rules.map(({ name }) => `+${name}`),
      ...deleted.map((id) => `-${id}`),
      ...diagnostics.map((problem) => `!${describeDiagnostic(problem)}`),
      ...(config === undefined ? [] : [`config ${JSON.stringify(config)}`]),
    ];
    published.push(parts.join(" "));
  });
  return published;
}

describe("a reload", () => {
  it("publishes the changes of all stores once, and nothing if nothing changed", async () => {
    const { open, write, remove } = await createProject({
      ".precept/rules/a.md": nativeRule("a"),
      ".precept/rules/b.md": nativeRule("b"),
      "~/rules/c.md": nativeRule("c"),
    });
    const workspace = await open();
    const published = listen(workspace);
    await workspace.reload();
    expect(published).toEqual([]);
    await write(".precept/rules/a.md", nativeRule("a", {}, "Changed."));
    await remove(".precept/rules/b.md");
    await write("~/rules/d.md", nativeRule("d"));
    await workspace.reload();
    expect(published).toEqual(["+a +d -project:.precept/rules/b.md"]);
    expect(namesOf(await workspace.list())).toEqual(["a", "c", "d"]);
  });

  it("publishes new and resolved diagnostics even if no rule changed", async () => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open();
    const published = listen(workspace);
    await write(".precept/rules/bad.md", "no front matter");
    await workspace.reload();
    await write(".precept/rules/bad.md", nativeRule("good"));
    await workspace.reload();
    expect(published).toEqual(["!front-matter/missing .precept/rules/bad.md:1:1", "+good"]);
  });

  it("keeps the last valid version of a rule whose file is invalid", async () => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open();
    await write(".precept/rules/a.md", "---\nname: a\n");
    await workspace.reload();
    expect(namesOf(await workspace.list())).toEqual(["a"]);
    expect((await workspace.diagnostics()).map(describeDiagnostic)).toEqual(["front-matter/unclosed .precept/rules/a.md:1:1"]);
  });

  it("finds new rule directories, and publishes only their rules", async () => {
    const { open, write, remove } = await createProject({
      ".precept/rules/own.md": nativeRule("own"),
      "z/.precept/rules/z.md": nativeRule("z"),
    });
    const workspace = await open();
    const published = listen(workspace);
    await write("a/.precept/rules/a.md", nativeRule("a"));
    await workspace.reload();
    await remove("z/.precept");
    await workspace.reload();
    expect(published).toEqual(["+a", "-project:z/.precept/rules/z.md"]);
    expect(namesOf(await workspace.list())).toEqual(["a", "own"]);
  });

  it("applies a changed configuration, with the rules that it adds and removes", async () => {
    const { open, write, remove } = await createProject({
      ".precept/rules/own.md": nativeRule("own"),
      "examples/.precept/rules/example.md": nativeRule("example"),
      "team/team.md": nativeRule("team"),
    });
    const workspace = await open();
    const published = listen(workspace);
    await write(".precept/config.yaml", "rules: { dirs: [team], ignore: [examples] }\n");
    await workspace.reload();
    await write(".precept/config.yaml", "rules: { dirs: [team], ignore: [examples] }\nformat: xml\n");
    await workspace.reload();
    await write(".precept/config.yaml", "rules: { dirs: [team], ignore: [examples] }\nformat: xml # no change\n");
    await workspace.reload();
    await remove(".precept/config.yaml");
    await workspace.reload();
    const [rules, xml] = ['"rules":{"dirs":["team"],"ignore":["examples"]}', '"format":"xml"'];
    expect(published).toEqual([
      `+team -project:examples/.precept/rules/example.md config {${rules}}`,
      `config {${rules},${xml}}`,
      "+example -project:team/team.md config {}",
    ]);
  });

  it("keeps the last valid configuration while the file is invalid", async () => {
    const { open, write } = await createProject({
      ".precept/config.yaml": "user: ada\n",
      "~/users/ada/rules/a.md": nativeRule("a"),
    });
    const workspace = await open();
    const published = listen(workspace);
    await write(".precept/config.yaml", "user: [\n");
    await workspace.reload();
    expect(workspace.config).toEqual({ user: "ada" });
    expect(namesOf(await workspace.list())).toEqual(["a"]);
    await write(".precept/config.yaml", "user: ada\n");
    await workspace.reload();
    expect(published).toEqual(["!config/yaml .precept/config.yaml:2:1", ""]);
  });

  it("keeps the previous state if the configuration cannot be applied, reports it, and tries again", async () => {
    const { open, write, remove } = await createProject({ ".precept/rules/a.md": nativeRule("a"), taken: "a file" });
    const workspace = await open();
    const published = listen(workspace);
    await write(".precept/config.yaml", "store: { sqlite: taken/rules.sqlite }\nformat: xml\n");
    await expect(workspace.reload()).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect([workspace.config, namesOf(await workspace.list())]).toEqual([{}, ["a"]]);
    await remove("taken");
    await workspace.reload();
    expect(workspace.stores.map(({ id }) => id)).toEqual(["fs", "sqlite", "session"]);
    expect(published).toEqual(["!config/not-applied", 'config {"store":{"sqlite":"taken/rules.sqlite"},"format":"xml"}']);
  });

  it("does not affect pending requests, or users and listeners of the rulebook", async () => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open();
    const { rulebook } = workspace;
    const changed: RulebookEvents["rulesChanged"][] = [];
    const applied: number[] = [];
    rulebook.subscribe((event) => changed.push(event));
    const stop = workspace.on("rulesApplied", ({ resolution }) => applied.push(resolution.applied.length));
    const answers = [];
    for (let at = 0; at < 5; at += 1) {
      await write(`p${at}/.precept/rules/r.md`, nativeRule(`r${at}`));
      const reloading = at % 2 === 0 ? workspace.reload() : rulebook.reload();
      for (let ask = 0; ask < 20; ask += 1) {
        answers.push(rulebook.resolve({ files: [`p${at}/x.ts`] }));
        await new Promise(setImmediate);
      }
      await reloading;
      expect(namesOf((await rulebook.resolve({ files: [`p${at}/x.ts`] })).applied.map(({ rule }) => rule))).toEqual([
        "a",
        `r${at}`,
      ]);
    }
    const sizes = (await Promise.all(answers)).map((resolution) => resolution.applied.length);
    expect(sizes.every((size) => size === 1 || size === 2)).toBe(true);
    expect(applied).toHaveLength(105);
    expect(changed.map(({ store, saved }) => [store, ...namesOf(saved)])).toEqual([0, 1, 2, 3, 4].map((at) => ["fs", `r${at}`]));
    stop();
    await workspace.resolve();
    expect(applied).toHaveLength(105);
  });

  it("runs one at a time and can be cancelled", async () => {
    const { open, write } = await createProject();
    const workspace = await open();
    const published = listen(workspace);
    await write("a/.precept/rules/a.md", nativeRule("a"));
    await Promise.all([workspace.reload(), workspace.reload(), workspace.reload()]);
    expect(published).toEqual(["+a"]);
    await expect(workspace.reload({ signal: AbortSignal.abort(new Error("no more")) })).rejects.toThrow("no more");
  });
});

describe("the feed", () => {
  it("publishes writes to a store immediately", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const published = listen(workspace);
    await workspace.session("s").add({ name: "mine" });
    const store = workspace.storeFor("project");
    const { rule, revision } = await store.save(
      createRule({ id: "x", name: "written", description: "Written", content: "Text." }),
    );
    await store.delete(rule.id, { revision });
    expect(published).toEqual(["+mine", "+written", "-project:.precept/rules/written.md"]);
  });

  it("is not affected by listeners that throw or reject, and reports their errors", async () => {
    const errors: unknown[] = [];
    const { open } = await createProject();
    const workspace = await open({ onListenerError: (error) => errors.push(error) });
    workspace.subscribe(() => {
      throw new Error("immediately");
    });
    workspace.subscribe(async () => {
      throw new Error("later");
    });
    workspace.on("rulesChanged", () => {
      throw new Error("event");
    });
    const published = listen(workspace);
    await workspace.session("s").add({ name: "a" });
    await new Promise(setImmediate);
    expect(published).toEqual(["+a"]);
    expect(errors.map(String).toSorted()).toEqual(["Error: event", "Error: immediately", "Error: later"]);
  });

  it("ends for a listener that unsubscribes, and for all listeners when the workspace is closed", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const published: WorkspaceChange[] = [];
    const listener = (change: WorkspaceChange): void => void published.push(change);
    const endFirst = workspace.subscribe(listener);
    workspace.subscribe(listener);
    await workspace.session("s").add({ name: "a" });
    endFirst();
    await workspace.session("s").add({ name: "b" });
    expect(published).toHaveLength(3);
    await workspace[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
    for (const call of [workspace.resolve(), workspace.list(), workspace.get("a"), workspace.diagnostics(), workspace.reload()]) {
      await expect(call).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    }
    await expect(workspace.session("t").add({ name: "c" })).rejects.toMatchObject({ code: "STORE_CLOSED" });
    expect(published).toHaveLength(3);
  });
});

describe("a workspace", () => {
  it("finds a rule by name or id, or suggests similar names", async () => {
    const { dir, home, open } = await createProject({ ".precept/rules/testing.md": nativeRule("testing") });
    const workspace = await open();
    expect((await workspace.get("testing")).id).toBe("project:.precept/rules/testing.md");
    await expect(workspace.get("tetsing")).rejects.toMatchObject({ details: { known: ["testing"] } });
    expect(workspace).toMatchObject({ root: dir, home });
  });

  it("is that of the parent project with `discover`", async () => {
    const { dir, home, open } = await createProject({ ".git/HEAD": "", "src/deep/a.ts": "" });
    expect((await open()).root).toBe(dir);
    const { openWorkspace } = await import("./open-workspace.ts");
    await using below = await openWorkspace(join(dir, "src/deep"), { home });
    await using found = await openWorkspace(join(dir, "src/deep"), { home, discover: true });
    expect([below.root, found.root]).toEqual([join(dir, "src/deep"), dir]);
  });
});
