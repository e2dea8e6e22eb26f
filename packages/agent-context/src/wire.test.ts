import { wireContextSchema } from "@precept/contract/agent-context";
import { describe, expect, it } from "vitest";
import { compareContexts } from "./context-change.ts";
import { readMemoryEntries } from "./memory/append-memory.ts";
import { allFiles, createAgentDirectory, noon } from "../test/agent-directory.ts";
import { listWireContextFiles, toWireContext, toWireContextChange, toWireFileLoadResult, toWireMemoryEntry } from "./wire.ts";

describe("the wire form", () => {
  it("of a context has the fields of its session type", async () => {
    const { load } = await createAgentDirectory(allFiles);
    const main = toWireContext((await load("main", { sessionId: "one" })).context);
    expect(main).toEqual({
      session_id: "one",
      session_type: "main",
      created_at: noon.toISOString(),
      agents_content: "text of AGENTS.md",
      spirit_content: "text of SPIRIT.md",
      owner_content: "text of OWNER.md",
      tools_content: "text of TOOLS.md",
      memory_content: "text of MEMORY.md",
      daily_memories: ["text of memory/2026-02-15.md", "text of memory/2026-02-14.md"],
      loaded_files: Object.keys(allFiles),
      load_time_ms: expect.any(Number),
      version: expect.any(String),
    });
    const shared = toWireContext((await load("shared")).context);
    expect(Object.keys(shared)).not.toContain("memory_content");
    expect(wireContextSchema.safeParse({ ...shared, memory_content: "x" }).success).toBe(false);
    expect(wireContextSchema.safeParse({ ...shared, memory_content: null }).success).toBe(false);
    expect(wireContextSchema.safeParse({ ...main, daily_memories: ["a", "b", "c"] }).success).toBe(false);
  });

  it("of file results has all fields", async () => {
    const { load, makeDirectory } = await createAgentDirectory({ "SOUL.md": "soul" });
    await makeDirectory("AGENTS.md");
    const { files } = await load("main", { maxFileCharacters: 2 });
    expect(files.map(toWireFileLoadResult).slice(0, 2)).toEqual([
      expect.objectContaining({
        file_path: "AGENTS.md",
        is_default: true,
        from_cache: false,
        truncated: true,
        error: expect.any(String),
      }),
      {
        id: "spirit",
        name: "SPIRIT.md",
        file_path: "SOUL.md",
        success: true,
        content: "so",
        loaded_at: noon.toISOString(),
        from_cache: false,
        is_default: false,
        is_missing: false,
        truncated: true,
        omitted_characters: 2,
        alias: "SOUL.md",
        note: expect.any(String),
        sha256: expect.any(String),
        states: ["CHECK", "READ", "SUCCESS"],
      },
    ]);
  });

  it("of context files, memory entries and changes", async () => {
    expect(listWireContextFiles()[6]).toEqual({
      id: "memory",
      name: "MEMORY.md",
      path: "MEMORY.md",
      aliases: [],
      required: false,
      main_session_only: true,
      load_order: 7,
      offered_once: false,
    });
    const { dir, load, write } = await createAgentDirectory({ ...allFiles, "MEMORY.md": "## C\n- [2026-02-15] a\n" });
    const [entry] = await readMemoryEntries(dir);
    expect(entry && toWireMemoryEntry(entry)).toEqual({
      id: entry?.id,
      content: "a",
      source_date: "2026-02-15",
      importance: 3,
      category: "C",
      created_at: "2026-02-15T00:00:00.000Z",
      updated_at: "2026-02-15T00:00:00.000Z",
    });
    const before = await load("main");
    await write("TOOLS.md", "new");
    const change = compareContexts(before.context, (await load("main")).context);
    expect(change && toWireContextChange(change)).toMatchObject({ session_type: "main", files: ["TOOLS.md"] });
  });
});
