import { appendFile, open as openFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRulebook, type RuleStore, type StoreChange, type StoreEvent } from "@precept/core";
import { precept } from "@precept/mdc-compat";
import { describe, expect, it, vi } from "vitest";
import { createProject, describeDiagnostic, type Project } from "@precept/testing";
import { listAll, openStore } from "../test/rules-of.ts";

const ruleText = (name: string, body = "Text.") => `---\nname: ${name}\ndescription: About ${name}\n---\n\n${body}\n`;

interface Watched {
  readonly project: Project;
  readonly store: RuleStore;
  readonly changes: StoreChange[];
  /** Events that are not about rules. */
  readonly events: StoreEvent[];
  /** Waits until the store has exactly the rules with these names. */
  readonly holds: (...names: readonly string[]) => Promise<void>;
}

async function watched(files: Readonly<Record<string, string>>): Promise<Watched> {
  const project = await createProject(files);
  const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: precept }], watch: true });
  const changes: StoreChange[] = [];
  const events: StoreEvent[] = [];
  await listAll(store);
  store.subscribe((event) => (event.kind === "changed" ? changes.push(event) : events.push(event)));
  return {
    project,
    store,
    changes,
    events,
    holds: (...names) =>
      vi.waitFor(
        async () => {
          expect((await listAll(store)).map(({ rule }) => rule.name).toSorted()).toEqual([...names].toSorted());
        },
        { timeout: 10_000, interval: 10 },
      ),
  };
}

async function bodyOf(store: RuleStore, id = "project:r/a.md"): Promise<string | undefined> {
  return (await store.get(id))?.rule.content;
}

function settles(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 10 });
}

describe("a watched directory", () => {
  it("publishes a changed, a new and a deleted file, each once", async () => {
    const { project, store, changes, holds } = await watched({ "r/a.md": ruleText("a") });
    await project.write("r/a.md", ruleText("a", "Changed."));
    await settles(async () => expect(await bodyOf(store)).toBe("Changed.\n"));
    await project.write("r/deep/down/b.md", ruleText("b"));
    await holds("a", "b");
    await rm(join(project.dir, "r/a.md"));
    await holds("b");
    expect(
      changes.map(({ saved, deleted }) => [...saved.map(({ rule }) => `+${rule.id}`), ...deleted.map((id) => `-${id}`)]),
    ).toEqual([["+project:r/a.md"], ["+project:r/deep/down/b.md"], ["-project:r/a.md"]]);
  });

  it("publishes nothing if a file is rewritten with the same content", async () => {
    const { project, store, changes, holds } = await watched({ "r/a.md": ruleText("a") });
    await project.write("r/a.md", ruleText("a"));
    await project.write("r/b.md", ruleText("b"));
    await holds("a", "b");
    await store.reload();
    expect(changes.flatMap(({ saved }) => saved.map(({ rule }) => rule.name))).toEqual(["b"]);
  });

  it("publishes its own writes once", async () => {
    const { project, store, changes, holds } = await watched({ "r/a.md": ruleText("a") });
    const before = await store.get("project:r/a.md");
    if (before === undefined) throw new Error("no rule");
    await store.save({ ...before.rule, content: "Saved.\n" }, { revision: before.revision });
    await project.write("r/z.md", ruleText("z"));
    await holds("a", "z");
    expect(changes.flatMap(({ saved }) => saved.map(({ rule }) => rule.name))).toEqual(["a", "z"]);
  });

  it("keeps the last valid version of an invalid file, reports it, and uses the next valid one", async () => {
    const { project, store, changes, events } = await watched({ "r/a.md": ruleText("a", "Good.") });
    await project.write("r/a.md", "---\nname: a\ndescription: [\n---\n\nBroken.\n");
    await settles(async () => expect(store.diagnostics().map(describeDiagnostic)).toEqual(["front-matter/yaml r/a.md:4:1"]));
    expect(await bodyOf(store)).toBe("Good.\n");
    // Listeners are called because the diagnostics changed; no rule did.
    expect(changes).toEqual([]);
    expect(events).toEqual([{ kind: "state" }]);
    await project.write("r/a.md", ruleText("a", "Better."));
    await settles(async () => expect(await bodyOf(store)).toBe("Better.\n"));
    expect(store.diagnostics()).toEqual([]);
  });

  it("publishes valid files immediately, however many others are invalid", async () => {
    const names = Array.from({ length: 60 }, (_, number) => `rule-${number}`);
    const { project, store, changes } = await watched(Object.fromEntries(names.map((name) => [`r/${name}.md`, ruleText(name)])));
    const broken = "---\nname: x\n---\n\nNo description.\n";
    await Promise.all(names.map((name, at) => project.write(`r/${name}.md`, at === 59 ? ruleText(name, "New.") : broken)));
    await settles(async () => expect(await bodyOf(store, "project:r/rule-59.md")).toBe("New.\n"));
    await settles(async () => expect(store.diagnostics()).toHaveLength(59));
    expect(await listAll(store)).toHaveLength(60);
    expect(changes.flatMap(({ saved }) => saved.map(({ rule }) => rule.name))).toEqual(["rule-59"]);
  });

  it("ends in the right state if a file is truncated and written in pieces", async () => {
    const { project, store, changes } = await watched({ "r/a.md": ruleText("a", "Old.") });
    const path = join(project.dir, "r/a.md");
    await truncate(path, 0);
    const text = ruleText("a", "New, and in three pieces.");
    for (let at = 0; at < text.length; at += 20) await appendFile(path, text.slice(at, at + 20));
    await settles(async () => expect(await bodyOf(store)).toBe("New, and in three pieces.\n"));
    expect(changes.flatMap(({ deleted }) => deleted)).toEqual([]);
  });

  it("ends in the right state if an editor replaces a file by a new one", async () => {
    const { project, store } = await watched({ "r/a.md": ruleText("a") });
    for (const round of ["one", "two", "three"]) {
      await writeFile(join(project.dir, "r/.a.md.swp"), ruleText("a", round));
      await rename(join(project.dir, "r/.a.md.swp"), join(project.dir, "r/a.md"));
      await settles(async () => expect(await bodyOf(store)).toBe(`${round}\n`));
    }
  });

  it("ends in the right state if a file is renamed to a backup and written again", async () => {
    const { project, store, holds } = await watched({ "r/a.md": ruleText("a") });
    await rename(join(project.dir, "r/a.md"), join(project.dir, "r/a.md~"));
    await project.write("r/a.md", ruleText("a", "After."));
    await settles(async () => expect(await bodyOf(store)).toBe("After.\n"));
    await holds("a");
  });

  it("ends in the right state if the directory is deleted and created again", async () => {
    const { project, store, holds } = await watched({ "r/a.md": ruleText("a"), "r/b.md": ruleText("b") });
    await rm(join(project.dir, "r"), { recursive: true });
    await holds();
    await settles(async () => expect(store.diagnostics().map(describeDiagnostic)).toEqual(["root/missing r"]));
    await project.write("r/c.md", ruleText("c"));
    await holds("c");
    await project.write("r/d.md", ruleText("d"));
    await holds("c", "d");
    expect(store.diagnostics()).toEqual([]);
  });

  it("notices a directory that did not exist at first", async () => {
    const { project, store, holds } = await watched({});
    expect(store.diagnostics().map(describeDiagnostic)).toEqual(["root/missing r"]);
    await project.write("r/a.md", ruleText("a"));
    await holds("a");
    expect(store.diagnostics()).toEqual([]);
  });

  it("ends in the right state if 500 files change at the same time", async () => {
    const names = Array.from({ length: 500 }, (_, number) => `rule-${number}`);
    const { project, store } = await watched(Object.fromEntries(names.map((name) => [`r/${name}.md`, ruleText(name, "Old.")])));
    await Promise.all(
      names.map((name, number) =>
        number % 5 === 0 ? rm(join(project.dir, `r/${name}.md`)) : project.write(`r/${name}.md`, ruleText(name, "New.")),
      ),
    );
    await settles(async () => {
      const rules = (await listAll(store)).map(({ rule }) => rule);
      expect(rules).toHaveLength(400);
      expect(rules.filter((rule) => rule.content !== "New.\n")).toEqual([]);
    });
  });

  it("follows links inside the root, and none out of it", async () => {
    const { project, store, holds } = await watched({ "r/a.md": ruleText("a"), "secret/b.md": ruleText("secret") });
    await symlink("../secret/b.md", join(project.dir, "r/b.md"));
    await symlink("a.md", join(project.dir, "r/c.md"));
    await settles(async () =>
      expect((await listAll(store)).map(({ rule }) => rule.id)).toEqual(["project:r/a.md", "project:r/c.md"]),
    );
    await settles(async () => expect(store.diagnostics().map(describeDiagnostic)).toEqual(["file/link-escapes r/b.md"]));
    await holds("a", "a");
  });

  it("reaches a rulebook, whose next answer has the new rules", async () => {
    const { project, store } = await watched({ "r/a.md": ruleText("a", "Old.") });
    const rulebook = createRulebook({ stores: [store] });
    expect((await rulebook.resolve()).prompt).toContain("Old.");
    const changed = new Promise<void>((resolve) => rulebook.subscribe(() => resolve()));
    await project.write("r/a.md", ruleText("a", "New."));
    await changed;
    expect((await rulebook.resolve()).prompt).toContain("New.");
  });

  it("releases all watches when it is closed", async () => {
    const { project, store, changes } = await watched({ "r/a.md": ruleText("a") });
    await store[Symbol.asyncDispose]();
    await using handle = await openFile(join(project.dir, "r/a.md"), "a");
    await handle.writeFile("more");
    expect(changes).toEqual([]);
  });
});
