import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRule, type RuleStore, type StoreEvent } from "@precept/core";
import { precept } from "@precept/mdc-compat";
import { createProject, type Project } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { listAll, openStore } from "../test/rules-of.ts";

const ruleText = (name: string, body = "Text.") => `---\nname: ${name}\ndescription: About ${name}\n---\n\n${body}\n`;

function openIn({ dir }: Project): RuleStore {
  return openStore({ projectDir: dir, roots: [{ dir: "r", codec: precept }] });
}

function eventsOf(store: RuleStore): StoreEvent[] {
  const events: StoreEvent[] = [];
  store.subscribe((event) => events.push(event));
  return events;
}

describe("the position of the feed", () => {
  it("changes exactly if a reload finds a changed rule, and leads to what changed", async () => {
    const project = await createProject({ "r/a.md": ruleText("a"), "r/b.md": ruleText("b"), "r/c.md": ruleText("c") });
    const store = openIn(project);
    const start = await store.etag();
    await store.reload();
    await project.write("r/note.txt", "Not a rule.");
    await store.reload();
    expect(await store.etag()).toBe(start);
    await project.write("r/a.md", ruleText("a", "Changed."));
    await rm(join(project.dir, "r/b.md"));
    await store.reload();
    const token = await store.etag();
    expect(token).not.toBe(start);
    const changed = await store.get("project:r/a.md");
    expect(await store.changesSince(start)).toEqual({
      kind: "changed",
      after: start,
      token,
      saved: [changed],
      deleted: ["project:r/b.md"],
    });
  });

  it("does not change if a file becomes invalid, because its last valid rule stays", async () => {
    const project = await createProject({ "r/a.md": ruleText("a") });
    const store = openIn(project);
    const start = await store.etag();
    const events = eventsOf(store);
    await project.write("r/a.md", "---\nname: [\n---\n");
    await store.reload();
    expect(await store.etag()).toBe(start);
    expect(events).toEqual([{ kind: "state" }]);
  });

  it("is unknown to another store of the same files, which answers with a reset", async () => {
    const project = await createProject({ "r/a.md": ruleText("a") });
    const [one, two] = [openIn(project), openIn(project)];
    expect(await two.changesSince(await one.etag())).toEqual({ kind: "reset", token: await two.etag() });
  });

  it("reports a file that moved between roots with the same path as one change of each id", async () => {
    const project = await createProject({ "r/a.md": ruleText("a") });
    const store = openIn(project);
    const start = await store.etag();
    await rename(join(project.dir, "r/a.md"), join(project.dir, "r/b.md"));
    await store.reload();
    const change = await store.changesSince(start);
    expect(change).toMatchObject({ saved: [{ rule: { id: "project:r/b.md" } }], deleted: ["project:r/a.md"] });
  });
});

describe("the state", () => {
  it("is stale while a directory cannot be read, and its changes are published", async () => {
    const project = await createProject({ "r/a.md": ruleText("a") });
    const store = openIn(project);
    expect(store.state()).toEqual({ status: "ready" });
    await listAll(store);
    const events = eventsOf(store);
    await rename(join(project.dir, "r"), join(project.dir, "gone"));
    // A link to itself.
    await project.link("r", "r");
    await store.reload();
    expect(store.state()).toMatchObject({ status: "stale", error: { code: "STORE_FAILED" } });
    expect(events.map(({ kind }) => kind)).toEqual(["changed", "state"]);
    await rm(join(project.dir, "r"));
    await rename(join(project.dir, "gone"), join(project.dir, "r"));
    await store.reload();
    expect(store.state()).toEqual({ status: "ready" });
    expect(events.map(({ kind }) => kind)).toEqual(["changed", "state", "changed", "state"]);
  });
});

describe("an upsert", () => {
  it("writes the file again if another process changed or deleted it", async () => {
    const project = await createProject({ "r/a.md": ruleText("a") });
    const store = openIn(project);
    const rule = (await store.get("project:r/a.md"))?.rule ?? createRule({ id: "a", name: "a" });
    await writeFile(join(project.dir, "r/a.md"), ruleText("a", "By another process."));
    await store.save({ ...rule, content: "One.\n" }, { upsert: true });
    expect(await readFile(join(project.dir, "r/a.md"), "utf8")).toContain("One.");
    await rm(join(project.dir, "r/a.md"));
    await store.save({ ...rule, content: "Two.\n" }, { upsert: true });
    expect(await readFile(join(project.dir, "r/a.md"), "utf8")).toContain("Two.");
    expect(await listAll(store)).toHaveLength(1);
  });
});
