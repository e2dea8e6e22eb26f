import { readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { ContextChange } from "./context-change.ts";
import { contextTransitions, type ContextState } from "./context-state.ts";
import { openAgentContext, type AgentContextSource, type OpenContextOptions } from "./open-agent-context.ts";
import { allFiles, createAgentDirectory, noon } from "../test/agent-directory.ts";

const clock = { now: () => noon, timeZone: "UTC" };

/** Opens a context and records its states and changes. */
function open(dir: string, options: Partial<OpenContextOptions> = {}) {
  const source: AgentContextSource = openAgentContext(dir, { ...clock, sessionType: "main", ...options });
  const states: ContextState[] = [source.state];
  const changes: ContextChange[] = [];
  source.onStateChange((state) => states.push(state));
  source.subscribe((change) => changes.push(change));
  return { source, states, changes };
}

describe("an open context", () => {
  it("reads and creates nothing before the first load, and then is READY", async () => {
    const { dir } = await createAgentDirectory();
    const { source, states } = open(dir);
    expect([source.state, source.current, await readdir(dir)]).toEqual(["INITIAL", undefined, []]);
    const loaded = await source.load();
    expect(states).toEqual(["INITIAL", "LOADING", "READY"]);
    expect(source.current).toBe(loaded);
    expect(await source.load()).toBe(loaded);
    await source[Symbol.asyncDispose]();
  });

  it("reloads, and publishes the names of changed files once", async () => {
    const { dir, write, remove } = await createAgentDirectory(allFiles);
    const { source, states, changes } = open(dir);
    const before = await source.load();
    await source.reload();
    expect(changes).toEqual([]);
    await write("AGENTS.md", "changed");
    await remove("memory/2026-02-14.md");
    const after = await source.reload();
    expect(states).toEqual(["INITIAL", "LOADING", "READY", "RELOADING", "READY", "RELOADING", "READY"]);
    expect(changes).toEqual([
      {
        sessionType: "main",
        files: ["AGENTS.md", "memory/2026-02-14.md"],
        version: after.context.version,
        previousVersion: before.context.version,
      },
    ]);
    await source[Symbol.asyncDispose]();
  });

  it("has every change that was made before a reload, for any number of concurrent calls", async () => {
    const { dir, write } = await createAgentDirectory(allFiles);
    const { source } = open(dir);
    await source.load();
    const reloads: Promise<void>[] = [];
    for (let count = 0; count < 30; count += 1) {
      // Atomically, since a reader could find an incomplete file otherwise.
      await write("new.md", `text ${count}`);
      await rename(join(dir, "new.md"), join(dir, "AGENTS.md"));
      reloads.push(
        source.reload().then(({ context }) => expect(Number(context.agentsContent?.slice(5))).toBeGreaterThanOrEqual(count)),
      );
    }
    await Promise.all(reloads);
    expect(source.current?.context.agentsContent).toBe("text 29");
    await source[Symbol.asyncDispose]();
  });

  it("returns to INITIAL if the directory does not exist, and stays READY if it is gone later", async () => {
    const { dir, makeDirectory, remove } = await createAgentDirectory();
    const { source, states } = open(join(dir, "agent"));
    await expect(source.load()).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    await makeDirectory("agent");
    const loaded = await source.load();
    await remove("agent");
    await expect(source.reload()).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    expect(source.current).toBe(loaded);
    expect(states).toEqual(["INITIAL", "LOADING", "INITIAL", "LOADING", "READY", "RELOADING", "READY"]);
    await source[Symbol.asyncDispose]();
  });

  it("loads the note of the new day after midnight", async () => {
    const { dir, write } = await createAgentDirectory({ "memory/2026-02-15.md": "sunday" });
    await write("memory/2026-02-16.md", "monday");
    let now = new Date("2026-02-15T23:59:59Z");
    const { source, changes } = open(dir, { now: () => now });
    expect((await source.load()).context.dailyMemories).toEqual(["sunday"]);
    now = new Date("2026-02-16T00:00:00Z");
    expect((await source.reload()).context.dailyMemories).toEqual(["monday", "sunday"]);
    expect(changes[0]?.files).toEqual(["memory/2026-02-16.md"]);
    await source[Symbol.asyncDispose]();
  });

  it("isolates listeners from errors of others, and ends their subscriptions", async () => {
    const { dir, write } = await createAgentDirectory(allFiles);
    const errors: unknown[] = [];
    const { source, changes } = open(dir, { onListenerError: (error) => errors.push(error) });
    source.subscribe(() => {
      throw new Error("listener");
    });
    const end = source.subscribe(() => changes.push({} as ContextChange));
    end();
    await source.load();
    await write("AGENTS.md", "changed");
    await source.reload();
    expect([changes.length, errors.length]).toEqual([1, 1]);
    await source[Symbol.asyncDispose]();
  });

  it("is closed after it was disposed of", async () => {
    const { dir } = await createAgentDirectory();
    const { source } = open(dir);
    await source.load();
    await source[Symbol.asyncDispose]();
    await expect(source.load()).rejects.toMatchObject({ code: "CONTEXT_CLOSED" });
    await expect(source.reload()).rejects.toMatchObject({ code: "CONTEXT_CLOSED" });
  });
});

describe("a watched context", () => {
  it("reloads after a change of each of its files, also of new ones and of notes", async () => {
    const { dir, write } = await createAgentDirectory({ "AGENTS.md": "a", "SPIRIT.md": "s", "OWNER.md": "o" });
    const { source, changes } = open(dir, { watch: true });
    await source.load();
    for (const path of ["AGENTS.md", "TOOLS.md", "MEMORY.md", "memory/2026-02-15.md", "memory/2026-02-14.md"]) {
      changes.length = 0;
      await write(path, `new ${path}`);
      await vi.waitFor(() => expect(changes.flatMap(({ files }) => files)).toEqual([path]), 5_000);
    }
    expect(source.current?.context.dailyMemories).toEqual(["new memory/2026-02-15.md", "new memory/2026-02-14.md"]);
    await source[Symbol.asyncDispose]();
  });

  it("publishes no change of MEMORY.md in a shared session", async () => {
    const { dir, write } = await createAgentDirectory(allFiles);
    const { source, changes } = open(dir, { watch: true, sessionType: "shared" });
    await source.load();
    await write("MEMORY.md", "secret");
    await write("AGENTS.md", "public");
    await vi.waitFor(() => expect(changes).toHaveLength(1), 5_000);
    expect(JSON.stringify(changes)).not.toMatch(/MEMORY|secret/);
    await source[Symbol.asyncDispose]();
  });

  it.skipIf(process.platform === "win32")("follows atomic replacement and the target of a link", async () => {
    const { dir, write } = await createAgentDirectory({ ...allFiles, "docs/tools.md": "first" });
    await rename(join(dir, "TOOLS.md"), join(dir, "old.md"));
    await symlink("docs/tools.md", join(dir, "TOOLS.md"));
    const { source, changes } = open(dir, { watch: true });
    await source.load();
    await writeFile(join(dir, "new.md"), "replaced");
    await rename(join(dir, "new.md"), join(dir, "AGENTS.md"));
    await vi.waitFor(() => expect(source.current?.context.agentsContent).toBe("replaced"), 5_000);
    await write("docs/tools.md", "second");
    await vi.waitFor(() => expect(source.current?.context.toolsContent).toBe("second"), 5_000);
    // The file is empty before it has the text, so that it can change twice.
    expect(new Set(changes.flatMap(({ files }) => files))).toEqual(new Set(["AGENTS.md", "TOOLS.md"]));
    await source[Symbol.asyncDispose]();
  });
});

it("every state of a context can be reached from INITIAL, and READY from every state", () => {
  const states = Object.keys(contextTransitions) as ContextState[];
  const reachable = (from: ContextState, seen = new Set<ContextState>()): Set<ContextState> => {
    for (const next of contextTransitions[from]) if (!seen.has(next)) reachable(next, seen.add(next));
    return seen;
  };
  expect([...reachable("INITIAL")].toSorted()).toEqual(states.toSorted());
  for (const state of states) expect(reachable(state)).toContain("READY");
});
