import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRule, type RuleStore, type StoredRule } from "@precept/core";
import { precept } from "@precept/mdc-compat";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFsStore } from "./store.ts";

async function createProject(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-created-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Opens a store as a new process would. */
function openStore(dir: string, { remembers = true, watch = false } = {}): RuleStore {
  const store = createFsStore({
    projectDir: dir,
    watch,
    roots: [{ dir: "rules", codec: precept, optional: true, ...(remembers && { stateDir: join(dir, ".precept/state") }) }],
  });
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

async function save(store: RuleStore, name: string, content: string, before?: StoredRule): Promise<StoredRule> {
  // Longer than the resolution of times in ISO 8601.
  await setTimeout(5);
  const rule = before?.rule ?? createRule({ id: `project:rules/${name}.md`, name, description: name, inclusion: "always" });
  return store.save({ ...rule, content }, before === undefined ? {} : { revision: before.revision });
}

async function find(store: RuleStore, name: string): Promise<StoredRule> {
  const stored = await store.get(`project:rules/${name}.md`);
  if (stored === undefined) throw new Error(`There is no rule ${name}.`);
  return stored;
}

describe("the creation time of a rule in a file", () => {
  it("stays the same with each write, also in other processes, and only the write of a rule changes its update time", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    const created = await save(store, "a", "One.\n");
    const other = await save(store, "b", "Other.\n");
    expect(created.rule.createdAt <= created.rule.updatedAt).toBe(true);
    const once = await save(store, "a", "Two.\n", created);
    const twice = await save(openStore(dir), "a", "Three.\n", once);
    expect([once.rule.createdAt, twice.rule.createdAt]).toEqual([created.rule.createdAt, created.rule.createdAt]);
    expect(once.rule.updatedAt > created.rule.updatedAt).toBe(true);
    expect(twice.rule.updatedAt > once.rule.updatedAt).toBe(true);
    expect(await find(openStore(dir), "b")).toEqual(other);
    await openStore(dir).delete(other.rule.id);
    expect(await find(openStore(dir), "a")).toEqual(twice);
    expect(await readFile(join(dir, "rules/a.md"), "utf8")).not.toContain("createdAt");
  });

  it("is private, and in no file of the project that git tracks", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    await save(store, "a", "Two.\n", await save(store, "a", "One.\n"));
    expect((await stat(join(dir, ".precept/state"))).mode & 0o777).toBe(0o700);
    expect(await readFile(join(dir, ".precept/state/.gitignore"), "utf8")).toBe("*\n");
  });

  it("is the time in the front matter, if it is there", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    await save(store, "other", "Other.\n");
    await writeFile(join(dir, "rules/a.md"), "---\nname: a\ndescription: A\ncreatedAt: 2024-02-03T04:05:06Z\n---\n\nOne.\n");
    await store.reload();
    const before = await find(store, "a");
    expect(before.rule.createdAt).toBe("2024-02-03T04:05:06.000Z");
    expect((await save(store, "a", "Two.\n", before)).rule.createdAt).toBe("2024-02-03T04:05:06.000Z");
    expect(await readFile(join(dir, "rules/a.md"), "utf8")).toContain("createdAt: 2024-02-03T04:05:06Z\n");
    await writeFile(join(dir, "rules/a.md"), "---\nname: a\ndescription: A\ncreatedAt: yesterday\n---\n\nOne.\n");
    const { rule } = await find(openStore(dir), "a");
    expect(new Date(rule.createdAt).getFullYear()).toBeGreaterThan(2024);
  });

  it("is new for a rule that is created again at the path of a deleted one", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    const first = await save(store, "a", "Two.\n", await save(store, "a", "One.\n"));
    await store.delete(first.rule.id);
    const second = await save(store, "a", "New.\n");
    expect(second.rule.createdAt > first.rule.updatedAt).toBe(true);
    await save(store, "a", "Newer.\n", second);
    await rm(join(dir, "rules/a.md"));
    const third = await save(openStore(dir), "a", "Newest.\n");
    expect(third.rule.createdAt > second.rule.updatedAt).toBe(true);
    expect(await find(openStore(dir), "a")).toEqual(third);
  });

  it("stays the same in a store that sees another one replace the file", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    const created = await save(store, "a", "One.\n");
    const edited = await save(openStore(dir), "a", "Two.\n", created);
    await store.reload();
    expect(await find(store, "a")).toEqual(edited);
    expect(edited.rule.createdAt).toBe(created.rule.createdAt);
  });

  it("is not after the update time of a file that was copied with its time", async () => {
    const dir = await createProject();
    await save(openStore(dir), "a", "One.\n");
    const time = new Date("2020-01-02T03:04:05Z");
    await utimes(join(dir, "rules/a.md"), time, time);
    const { rule } = await find(openStore(dir), "a");
    expect([rule.createdAt, rule.updatedAt]).toEqual([time.toISOString(), time.toISOString()]);
  });

  it("does not prevent a write in a project whose state is not writable", async () => {
    const dir = await createProject();
    const store = openStore(dir);
    const created = await save(store, "a", "One.\n");
    await writeFile(join(dir, ".precept"), "a file");
    expect((await save(store, "a", "Two.\n", created)).rule).toMatchObject({
      content: "Two.\n",
    });
  });
});
