import { link, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProject, propertyRuns } from "@precept/testing";
import { createAgentContext, type SharedAgentContext } from "./agent-context.ts";
import { composeContext } from "./compose-context.ts";
import { createContextCache } from "./context-cache.ts";
import { loadAgentContext } from "./load-agent-context.ts";
import { appendMemoryEntry } from "./memory/append-memory.ts";
import { openAgentContext } from "./open-agent-context.ts";
import { allFiles, createAgentDirectory, fileOf, noon } from "../test/agent-directory.ts";
import { toWireContext } from "./wire.ts";

const secret = "the launch code is 4711";
const onWindows = process.platform === "win32";

describe("the context of a shared session", () => {
  it("has every file except MEMORY.md, and no result for it", async () => {
    const { load } = await createAgentDirectory({ ...allFiles, "MEMORY.md": secret });
    const { context, files } = await load("shared");
    expect(context).not.toHaveProperty("memoryContent");
    expect(context.loadedFiles).toEqual(Object.keys(allFiles).slice(0, -1));
    expect(files.map(({ id }) => id)).not.toContain("memory");
    expect(JSON.stringify({ context, files })).not.toContain("MEMORY");
  });

  it("cannot be created with a memory, or with more than two notes", () => {
    const fields = {
      sessionId: "group",
      sessionType: "shared",
      createdAt: noon.toISOString(),
      dailyMemories: [],
      loadedFiles: [],
      loadTimeMs: 0,
      version: "1",
    } satisfies SharedAgentContext;
    expect(createAgentContext(fields)).toEqual(fields);
    const forged = { ...fields, memoryContent: secret, loadedFiles: ["MEMORY.md"] } as unknown as SharedAgentContext;
    expect(() => createAgentContext(forged)).toThrow(
      "The agent context is not valid: memoryContent is not allowed in a shared session; MEMORY.md is not allowed in the loadedFiles of a shared session.",
    );
    expect(() => createAgentContext({ ...fields, memoryContent: undefined } as unknown as SharedAgentContext)).toThrow(
      "memoryContent",
    );
    expect(() => createAgentContext({ ...fields, dailyMemories: ["a", "b", "c"], loadedFiles: ["a", "b", "c"] })).toThrow(
      "dailyMemories must have at most 2 notes",
    );
    const untyped = createAgentContext as (fields: unknown) => unknown;
    for (const wrong of [undefined, "."]) {
      expect(() => untyped(wrong)).toThrow("`loadAgentContext(dir, { sessionType })` reads a directory");
    }
    expect(() => untyped({ sessionType: "main", dailyMemories: "note" })).toThrow(
      /sessionId must be a text; .* dailyMemories must be an array of texts; loadedFiles must be an array of texts/,
    );
    expect(() => createAgentContext({ ...fields, loadedFiles: ["AGENTS.md"] })).toThrow(
      "loadedFiles must name the file of each text",
    );
    expect(() => toWireContext({ ...fields, memoryContent: secret } as unknown as SharedAgentContext)).toThrow("memory_content");
    // @ts-expect-error A shared context has no memory by type.
    void ({ ...fields, memoryContent: "text" } satisfies SharedAgentContext);
  });

  it("has a version that does not depend on the memory", async () => {
    const { load, write } = await createAgentDirectory(allFiles);
    const before = await load("shared");
    await write("MEMORY.md", "another");
    expect((await load("shared")).context.version).toBe(before.context.version);
    expect((await load("main")).context.version).not.toBe(before.context.version);
  });

  it("never gets the last good text of a main session", async () => {
    const { load, remove, makeDirectory } = await createAgentDirectory({ "AGENTS.md": secret });
    await load("main");
    await remove("AGENTS.md");
    await makeDirectory("AGENTS.md");
    const shared = await load("shared");
    expect(fileOf(shared, "agents")).toMatchObject({ fromCache: false, isDefault: true });
    expect(fileOf(await load("main"), "agents").content).toBe(secret);
  });

  it.skipIf(onWindows)("does not get its last good text if the file has become the memory", async () => {
    const { dir, load, makeDirectory } = await createAgentDirectory({ "TOOLS.md": secret });
    expect((await load("shared")).context.toolsContent).toBe(secret);
    await rename(join(dir, "TOOLS.md"), join(dir, "MEMORY.md"));
    await makeDirectory("TOOLS.md");
    expect(JSON.stringify(await load("shared"))).not.toContain(secret);
  });
});

/** The ways in which a file of the context leads to the memory. */
const routes = [
  "link",
  "hard link",
  "link to a link",
  "link in another case",
  "link through a directory",
  "target of the memory",
] as const;

/** The names that a shared session reads. */
const names = [
  "AGENTS.md",
  "SPIRIT.md",
  "SOUL.md",
  "OWNER.md",
  "USER.md",
  "TOOLS.md",
  "memory/2026-02-15.md",
  "memory/2026-02-14.md",
];

/** Creates a directory whose files lead to the memory. */
async function createLayout(
  layout: Readonly<Record<string, (typeof routes)[number] | "text" | "none">>,
  hasOtherCase: boolean,
): Promise<string> {
  const { dir } = await createProject();
  const isLinked = Object.values(layout).includes("target of the memory");
  const target = isLinked ? "notes/remembered.md" : "MEMORY.md";
  await mkdir(join(dir, "notes"));
  await mkdir(join(dir, "memory"));
  await writeFile(join(dir, target), secret);
  if (isLinked) await symlink("notes/remembered.md", join(dir, "MEMORY.md"));
  if (hasOtherCase) await writeFile(join(dir, "Memory.md"), secret).catch(() => undefined);
  await symlink("MEMORY.md", join(dir, "hop.md"));
  await symlink(dir, join(dir, "loop"));
  for (const [name, route] of Object.entries(layout)) {
    const path = join(dir, name);
    const up = dirname(name) === "." ? "" : "../";
    const targets = {
      link: `${up}MEMORY.md`,
      "link to a link": `${up}hop.md`,
      "link in another case": `${up}${hasOtherCase ? "Memory.md" : "MEMORY.md"}`,
      "link through a directory": `${up}loop/MEMORY.md`,
      "target of the memory": `${up}notes/remembered.md`,
    };
    if (route === "none") continue;
    if (route === "text") await writeFile(path, "public");
    else if (route === "hard link") await link(join(dir, target), path);
    else await symlink(targets[route], path);
  }
  return dir;
}

describe.skipIf(onWindows)("a file of the context that leads to MEMORY.md", () => {
  it("never has its text in a shared session, in any layout, after any loads", async () => {
    const layouts = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...routes, "text", "none")])));
    const steps = fc.array(fc.constantFrom("main", "shared", "reload", "break", "restore", "remove"), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(layouts, fc.boolean(), steps, async (layout, hasOtherCase, taken) => {
        const dir = await createLayout(layout, hasOtherCase);
        const options = { cache: createContextCache(), now: () => noon, timeZone: "UTC" };
        await using source = openAgentContext(dir, { ...options, sessionType: "shared" });
        const seen: unknown[] = [];
        source.subscribe((change) => seen.push(change));
        for (const step of [...taken, "shared"]) {
          if (step === "main") await loadAgentContext(dir, { ...options, sessionType: "main" });
          if (step === "break")
            await rm(join(dir, "TOOLS.md"), { force: true, recursive: true }).then(() =>
              mkdir(join(dir, "TOOLS.md"), { recursive: true }),
            );
          if (step === "restore")
            await rm(join(dir, "TOOLS.md"), { force: true, recursive: true }).then(() =>
              symlink("MEMORY.md", join(dir, "TOOLS.md")),
            );
          if (step === "remove") await rm(join(dir, "AGENTS.md"), { force: true });
          if (step === "reload") {
            const loaded = await source.reload();
            seen.push(loaded, composeContext(loaded.context, loaded.files));
          }
          if (step === "shared") {
            const loaded = await loadAgentContext(dir, { ...options, sessionType: "shared" });
            seen.push(loaded, composeContext(loaded.context, loaded.files), toWireContext(loaded.context));
          }
        }
        expect(JSON.stringify(seen)).not.toContain(secret);
        await rm(dir, { recursive: true });
      }),
      { numRuns: propertyRuns({ sample: 50, full: 150 }) },
    );
  });

  it("is refused with a note that does not quote it, and a main session reads it", async () => {
    const { load, dir } = await createAgentDirectory({ "MEMORY.md": secret });
    await link(join(dir, "MEMORY.md"), join(dir, "AGENTS.md"));
    await symlink("MEMORY.md", join(dir, "TOOLS.md"));
    const shared = await load("shared");
    expect(fileOf(shared, "agents")).toMatchObject({
      isDefault: true,
      error: "AGENTS.md is not read: shared sessions do not load the file that it leads to.",
      states: ["CHECK", "READ", "REFUSED", "SUCCESS"],
    });
    expect(fileOf(shared, "tools")).toMatchObject({ success: false, states: ["CHECK", "READ", "REFUSED", "FAILED"] });
    const main = await load("main");
    expect(main.context).toMatchObject({ agentsContent: secret, toolsContent: secret, memoryContent: secret });
  });

  it("stays recognisable: no entry is appended to a memory with several hard links", async () => {
    const { dir } = await createAgentDirectory({ "MEMORY.md": secret });
    await link(join(dir, "MEMORY.md"), join(dir, "TOOLS.md"));
    await expect(appendMemoryEntry(dir, { content: "more" })).rejects.toMatchObject({
      code: "PATH_REFUSED",
      message: expect.stringContaining("several names (hard links)"),
    });
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe(secret);
  });

  it("is not read while the memory is repeatedly replaced", async () => {
    const { dir, load } = await createAgentDirectory({ "MEMORY.md": secret });
    await symlink("MEMORY.md", join(dir, "TOOLS.md"));
    const state = { isDone: false };
    const replacing = (async () => {
      for (let count = 0; !state.isDone; count += 1) {
        await writeFile(join(dir, `new-${count % 2}`), `${secret} ${count}`);
        await rename(join(dir, `new-${count % 2}`), join(dir, "MEMORY.md"));
      }
    })();
    for (let count = 0; count < 200; count += 1) expect(JSON.stringify(await load("shared"))).not.toContain(secret);
    state.isDone = true;
    await replacing;
  });
});
