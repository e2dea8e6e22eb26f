import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createRule, createRulebook, type RuleCodec, type RuleStore } from "@precept/core";
import { describe, expect, it } from "vitest";
import { cursor, mdc } from "@precept/mdc-compat";
import { createProject, describeDiagnostic, type Project } from "@precept/testing";
import { failureOf, listAll, openStore } from "../test/rules-of.ts";

const always = "---\nalwaysApply: true\n---\n\nBody\n";
const byFile = "---\nglobs: src/*.ts\n---\n\nBody\n";
const manual = "---\ndescription:\n---\n\nBody\n";

function open(project: Project): RuleStore {
  return openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
}

function changesOf(store: RuleStore): string[] {
  const changes: string[] = [];
  store.subscribe((event) => {
    if (event.kind !== "changed") changes.push(event.kind);
    else changes.push([...event.saved.map(({ rule }) => `+${rule.id}`), ...event.deleted.map((id) => `-${id}`)].join(" "));
  });
  return changes;
}

async function idsOf(store: RuleStore, options?: Parameters<RuleStore["list"]>[0]): Promise<string[]> {
  return (await listAll(store, options)).map(({ rule }) => rule.id.replace("project:r/", ""));
}

describe("a listing", () => {
  const files = { "r/a.mdc": always, "r/b.mdc": byFile, "r/c.mdc": manual, "r/d/e.mdc": always };

  it("continues after a cursor and stops at its limit", async () => {
    const store = open(await createProject(files));
    expect(await idsOf(store)).toEqual(["a.mdc", "b.mdc", "c.mdc", "d/e.mdc"]);
    const [first, second] = await listAll(store, { limit: 2 });
    expect([first?.rule.name, second?.rule.name]).toEqual(["a", "b"]);
    expect(await idsOf(store, { cursor: second?.cursor ?? "" })).toEqual(["c.mdc", "d/e.mdc"]);
    expect(await idsOf(store, { cursor: second?.cursor ?? "", limit: 1 })).toEqual(["c.mdc"]);
    expect(await idsOf(store, { limit: 0 })).toEqual([]);
    expect(await idsOf(store, { cursor: "project:r/z" })).toEqual([]);
  });

  it("contains only rules that match the filter, and its limit counts only those", async () => {
    const store = open(await createProject(files));
    expect(await idsOf(store, { filter: { inclusion: "always" } })).toEqual(["a.mdc", "d/e.mdc"]);
    expect(await idsOf(store, { filter: { inclusion: "always" }, limit: 1, cursor: "project:r/a.mdc" })).toEqual(["d/e.mdc"]);
    expect(await idsOf(store, { filter: { name: "e" } })).toEqual(["d/e.mdc"]);
    expect(await idsOf(store, { filter: { scope: "user" } })).toEqual([]);
  });

  it("has the hash of each file as the revision", async () => {
    const store = open(await createProject({ "r/a.mdc": always }));
    const [entry] = await listAll(store);
    const sha256 = createHash("sha256").update(always).digest("hex");
    expect([entry?.revision, entry?.cursor, entry?.rule.origin.sha256]).toEqual([sha256, "project:r/a.mdc", sha256]);
    expect(await store.get("project:r/a.mdc")).toEqual(entry);
    expect(await store.get("project:r/none.mdc")).toBeUndefined();
  });

  it("shows the state in which it began, even if files change meanwhile", async () => {
    const project = await createProject(files);
    const store = open(project);
    const seen: string[] = [];
    for await (const { rule } of store.list()) {
      if (seen.length === 0) {
        await rm(join(project.dir, "r/b.mdc"));
        await store.reload();
      }
      seen.push(rule.name);
    }
    expect(seen).toEqual(["a", "b", "c", "e"]);
    expect(await idsOf(store)).toEqual(["a.mdc", "c.mdc", "d/e.mdc"]);
  });
});

describe("a reload", () => {
  it("publishes added, changed and removed rules in one change", async () => {
    const project = await createProject({ "r/a.mdc": always, "r/b.mdc": always, "r/c.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    await listAll(store);
    await project.write("r/b.mdc", byFile);
    await project.write("r/new.mdc", manual);
    await rm(join(project.dir, "r/c.mdc"));
    await store.reload();
    expect(changes).toEqual(["+project:r/b.mdc +project:r/new.mdc -project:r/c.mdc"]);
    expect(await store.get("project:r/b.mdc")).toMatchObject({ rule: { inclusion: "fileMatch" } });
  });

  it("publishes nothing if nothing, or only a file's time, has changed", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    await store.reload();
    await project.write("r/a.mdc", always);
    await store.reload();
    await project.write("r/other.txt", "no rule");
    await store.reload();
    expect(changes).toEqual([]);
  });

  it("treats a renamed file as another rule", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    await listAll(store);
    await rename(join(project.dir, "r/a.mdc"), join(project.dir, "r/b.mdc"));
    await store.reload();
    expect(changes).toEqual(["+project:r/b.mdc -project:r/a.mdc"]);
  });

  it("keeps the last valid rule of a file that became invalid, and reports the file", async () => {
    const project = await createProject({ "r/a.mdc": always, "r/b.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    expect(store.diagnostics()).toEqual([]);
    await listAll(store);
    await project.write("r/a.mdc", Uint8Array.of(0xff, 0xfe));
    await store.reload();
    expect(store.diagnostics().map(describeDiagnostic)).toEqual(["file/not-text r/a.mdc"]);
    expect(await idsOf(store)).toEqual(["a.mdc", "b.mdc"]);
    await project.write("r/a.mdc", byFile);
    await store.reload();
    expect(store.diagnostics()).toEqual([]);
    expect(changes).toEqual(["state", "+project:r/a.mdc", "state"]);
  });

  it("survives a root that is deleted and created again", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    await listAll(store);
    await rename(join(project.dir, "r"), join(project.dir, "gone"));
    await store.reload();
    expect(store.diagnostics().map(describeDiagnostic)).toEqual(["root/missing r"]);
    await rename(join(project.dir, "gone"), join(project.dir, "r"));
    await store.reload();
    expect(changes).toEqual(["-project:r/a.mdc", "state", "+project:r/a.mdc", "state"]);
  });

  it("reaches every subscriber until it unsubscribes", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const seen: string[] = [];
    const end = store.subscribe(() => seen.push("one"));
    store.subscribe(() => seen.push("two"));
    await listAll(store);
    await project.write("r/a.mdc", byFile);
    await store.reload();
    end();
    await project.write("r/a.mdc", manual);
    await store.reload();
    expect(seen).toEqual(["one", "two", "two"]);
  });

  it("concurrent reloads publish a change once and end with the state on disk", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    await listAll(store);
    await project.write("r/a.mdc", byFile);
    await Promise.all(Array.from({ length: 5 }, () => store.reload()));
    expect(changes).toEqual(["+project:r/a.mdc"]);
  });

  it("that was cancelled while reading changes nothing, and the next one publishes the change", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const controller = new AbortController();
    const codec: RuleCodec = {
      ...cursor,
      parse(file) {
        if (file.text === byFile) controller.abort(new Error("too late"));
        return cursor.parse(file);
      },
    };
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec }] });
    const changes = changesOf(store);
    await listAll(store);
    await project.write("r/a.mdc", byFile);
    await expect(store.reload({ signal: controller.signal })).rejects.toThrow("too late");
    expect(await store.get("project:r/a.mdc")).toMatchObject({ rule: { inclusion: "always" } });
    await store.reload();
    expect(changes).toEqual(["+project:r/a.mdc"]);
  });
});

describe("a file store", () => {
  it("that is read-only refuses writes, and its capabilities say so", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }], readOnly: true });
    expect(store.capabilities).toMatchObject({ write: false, search: false, history: false, usage: false, transactions: false });
    expect(await failureOf(store.save(createRule({ id: "project:b", name: "b" })))).toBe("STORE_CAPABILITY_MISSING");
    expect(await failureOf(store.delete("project:r/a.mdc"))).toBe("STORE_CAPABILITY_MISSING");
    expect(await failureOf(store.writeMany([]))).toBe("STORE_CAPABILITY_MISSING");
    expect(await idsOf(store)).toEqual(["a.mdc"]);
  });

  it("has the id fs by default", () => {
    expect(openStore({ roots: [] }).id).toBe("fs");
    expect(openStore({ roots: [], id: "team" }).id).toBe("team");
  });

  it("refuses every call after it is closed, and publishes nothing", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const store = open(project);
    const changes = changesOf(store);
    const listing = store.list()[Symbol.asyncIterator]();
    await listing.next();
    await project.write("r/a.mdc", byFile);
    const reloading = store.reload();
    await store[Symbol.asyncDispose]();
    expect(await failureOf(reloading)).toBe("STORE_CLOSED");
    expect(await failureOf(listAll(store))).toBe("STORE_CLOSED");
    expect(await failureOf(store.get("project:r/a.mdc"))).toBe("STORE_CLOSED");
    expect(await failureOf(store.reload())).toBe("STORE_CLOSED");
    expect(changes).toEqual([]);
  });

  it("can be closed twice, and before it is read", async () => {
    const store = openStore({ roots: [] });
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    expect(await failureOf(store.get("x"))).toBe("STORE_CLOSED");
  });

  it("rejects every aborted call with the reason, and serves the next one", async () => {
    const store = open(await createProject({ "r/a.mdc": always, "r/b.mdc": always }));
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(listAll(store, { signal })).rejects.toThrow("stop");
    await expect(store.get("project:r/a.mdc", { signal })).rejects.toThrow("stop");
    await expect(store.reload({ signal })).rejects.toThrow("stop");
    const controller = new AbortController();
    const listing = store.list({ signal: controller.signal })[Symbol.asyncIterator]();
    await listing.next();
    controller.abort(new Error("halfway"));
    await expect(listing.next()).rejects.toThrow("halfway");
    expect(await idsOf(store)).toEqual(["a.mdc", "b.mdc"]);
  });

  it("answers requests through a rulebook, and answers change after a reload", async () => {
    const project = await createProject({ "r/a.md": byFile, "r/b.mdc": `${always}Twice.\n` });
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: mdc }] });
    const rulebook = createRulebook({ stores: [store] });
    const applied = async (): Promise<string[]> =>
      (await rulebook.resolve({ files: ["src/cart.ts"] })).applied.map(({ rule }) => rule.name).toSorted();
    expect(await applied()).toEqual(["a", "b"]);
    await project.write("r/a.md", manual);
    await rulebook.reload();
    expect(await applied()).toEqual(["b"]);
    await rulebook[Symbol.asyncDispose]();
  });
});
