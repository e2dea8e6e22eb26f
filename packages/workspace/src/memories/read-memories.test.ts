import { describe, expect, it } from "vitest";
import { claudeMemoryDir, readMemories, type MemorySourceId } from "./read-memories.ts";

const read = async (source: MemorySourceId, texts: Readonly<Record<string, string>>) =>
  readMemories(
    source,
    Object.entries(texts).map(([path, text]) => ({ path, text })),
  );

describe("memories", () => {
  it("of Claude Code are the files of its directory, without the index of them", async () => {
    const found = await read("claude-memory", {
      "memory/MEMORY.md": "# Memory\n\n- [Tabs](tabs.md) — how to indent\n- Deploys run on Fridays.\n",
      "memory/tabs.md":
        '---\nname: indent-with-tabs\ndescription: "How to indent"\nmetadata:\n  type: feedback\n---\n\nUse tabs.\n\n**Why:** Ada asked.\n',
      "memory/plain.md": "No header here.\n",
    });
    expect(found).toEqual([
      { content: "Deploys run on Fridays.", files: ["memory/MEMORY.md"] },
      {
        name: "indent-with-tabs",
        description: "How to indent",
        category: "behavior",
        content: "Use tabs.\n\n**Why:** Ada asked.",
        files: ["memory/tabs.md"],
      },
      { content: "No header here.", files: ["memory/plain.md"] },
    ]);
    expect(claudeMemoryDir("/srv/my.app", "/home/ada")).toBe("/home/ada/.claude/projects/-srv-my-app/memory");
  });

  it("of MEMORY.md files are its entries, with their dates", async () => {
    expect(await read("memory-file", { "MEMORY.md": "## Decisions\n\n- [2026-02-15] Use tabs.\n" })).toEqual([
      { content: "Use tabs.", createdAt: "2026-02-15T00:00:00.000Z", files: ["MEMORY.md"] },
    ]);
  });

  it.each<[string, string]>([
    ["a list", '[{"memory": "Use tabs.", "created_at": "2026-02-15T10:00:00Z", "categories": ["style"]}, {"id": 1}]'],
    ["results", '{"results": [{"memory": " Use tabs. ", "created_at": "2026-02-15T11:00:00+01:00", "tags": ["style", 2]}]}'],
  ])("of mem0 are read from %s", async (_, text) => {
    expect(await read("mem0", { "mem0.json": text })).toEqual([
      { content: "Use tabs.", tags: ["style"], createdAt: "2026-02-15T10:00:00.000Z", files: ["mem0.json"] },
    ]);
  });

  it("of ChatGPT are the lines of a text, or JSON", async () => {
    const text = "# Saved memories\n\n[2026-02-15] - Prefers tabs.\n- Works in Berlin.\r\n2) Writes Go.\n";
    expect(await read("chatgpt", { "a.txt": text, "b.json": '["Likes tea."]' })).toEqual([
      { content: "Prefers tabs.", createdAt: "2026-02-15T00:00:00.000Z", files: ["a.txt"] },
      { content: "Works in Berlin.", files: ["a.txt"] },
      { content: "Writes Go.", files: ["a.txt"] },
      { content: "Likes tea.", files: ["b.json"] },
    ]);
  });

  it("with the same text are joined, whatever the case and the spaces", async () => {
    const found = await read("mem0", {
      "a.json": '[{"memory": "Use tabs.", "categories": ["style"], "created_at": "2026-03-01"}]',
      "b.json": '["use  TABS.", {"memory": "Use tabs.", "categories": ["go"], "created_at": "2026-02-01"}, "  "]',
    });
    expect(found).toEqual([
      { content: "Use tabs.", tags: ["style", "go"], createdAt: "2026-02-01T00:00:00.000Z", files: ["a.json", "b.json"] },
    ]);
  });

  it.each(["{}", '{"results": 1}', "[1"])("are refused in JSON without a list: %s", async (text) => {
    await expect(read("mem0", { "x.json": text })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });
});
