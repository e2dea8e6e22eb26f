import { describe, expect, it } from "vitest";
import { claudeMemoryDir, readMemories, type MemorySourceId } from "./read-memories.ts";

const readAll = async (source: MemorySourceId, texts: Readonly<Record<string, string>>) =>
  readMemories(
    source,
    Object.entries(texts).map(([path, text]) => ({ path, text })),
  );

const read = async (source: MemorySourceId, texts: Readonly<Record<string, string>>) => (await readAll(source, texts)).memories;

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

  it("of mem0's platform are the entries that are in use, and those of other pages are counted", async () => {
    const entry = (memory: string, fields: object = {}) => ({
      id: "6f0e",
      memory,
      user_id: "ann",
      metadata: null,
      categories: ["work"],
      created_at: "2026-02-15T02:00:00-08:00",
      updated_at: "2026-02-15T02:00:00-08:00",
      expiration_date: null,
      ...fields,
    });
    const results = [entry("Use tabs."), entry("Freeze the API.", { expiration_date: "2026-03-01" }), { id: "7a", score: 1 }];
    const text = JSON.stringify({ count: 102, next: "https://api.example.com/?page=2", previous: null, results });
    expect(await readAll("mem0", { "all.json": text })).toEqual({
      memories: [{ content: "Use tabs.", tags: ["work"], createdAt: "2026-02-15T10:00:00.000Z", files: ["all.json"] }],
      skipped: [
        { file: "all.json", reason: "expired", count: 1 },
        { file: "all.json", reason: "noText", count: 1 },
        { file: "all.json", reason: "otherPages", count: 99 },
      ],
    });
  });

  it("of an OpenMemory backup are the active ones, with the names of their categories", async () => {
    const memory = { content: "Use tabs.", state: "active", category_ids: ["c1"], created_at: "2026-02-15T10:00:00+00:00" };
    const text = JSON.stringify({
      user: { user_id: "ann" },
      categories: [{ id: "c1", name: "style" }],
      memories: [memory, { ...memory, content: "Use spaces.", state: "deleted" }],
    });
    const lines = `${JSON.stringify({ content: "Sort imports.", state: "active" })}\n${JSON.stringify({ content: "No.", state: "paused" })}\n`;
    expect(await readAll("mem0", { "memories.json": text, "memories.jsonl": lines })).toEqual({
      memories: [
        { content: "Use tabs.", tags: ["style"], createdAt: "2026-02-15T10:00:00.000Z", files: ["memories.json"] },
        { content: "Sort imports.", files: ["memories.jsonl"] },
      ],
      skipped: [
        { file: "memories.json", reason: "inactive", count: 1 },
        { file: "memories.jsonl", reason: "inactive", count: 1 },
      ],
    });
  });

  it("of ChatGPT's data export are what the model saved, and the custom instructions", async () => {
    const saved = (text: string, answer: string, id: string) => ({
      [id]: {
        id,
        message: {
          author: { role: "assistant", name: null },
          recipient: "bio",
          create_time: 1_771_149_600.25,
          content: { content_type: "text", parts: [text] },
        },
        children: [`${id}-answer`],
      },
      [`${id}-answer`]: {
        message: {
          author: { role: "tool", name: "bio" },
          recipient: "assistant",
          content: { content_type: "text", parts: [answer] },
        },
        children: [],
      },
    });
    const instructions = {
      message: {
        author: { role: "user" },
        recipient: "all",
        create_time: null,
        content: {
          content_type: "user_editable_context",
          user_instructions: "The user wrote:\n```Be brief.```",
          user_profile: "Ann",
        },
      },
    };
    const known = {
      message: {
        recipient: "all",
        content: { content_type: "model_editable_context", model_set_context: "1. [2025-09-01]. Works on a shop." },
      },
    };
    const talk = { message: { recipient: "all", content: { content_type: "text", parts: ["Always use tabs."] } } };
    const mapping = {
      root: { id: "root", message: null, children: ["a"] },
      instructions,
      known,
      talk,
      ...saved("Prefers tabs.", "Model set context updated.", "a"),
      ...saved("Likes tea.", "The memory is full.", "b"),
      ...saved("Forget that the user likes tea.", "Model set context updated.", "c"),
    };
    const text = JSON.stringify([
      { title: "Tabs", create_time: 1_771_149_000, mapping },
      { title: "Empty", mapping: {} },
    ]);
    expect(await readAll("chatgpt", { "conversations.json": text })).toEqual({
      memories: [
        { content: "Be brief.", category: "preference", createdAt: "2026-02-15T09:50:00.000Z", files: ["conversations.json"] },
        { content: "Works on a shop.", createdAt: "2025-09-01T00:00:00.000Z", files: ["conversations.json"] },
        { content: "Prefers tabs.", createdAt: "2026-02-15T10:00:00.250Z", files: ["conversations.json"] },
      ],
      skipped: [
        { file: "conversations.json", reason: "unsaved", count: 1 },
        { file: "conversations.json", reason: "forget", count: 1 },
      ],
    });
  });

  it("of Claude's data export are the sections and files of its memory", async () => {
    const text = JSON.stringify([
      {
        conversations_memory: "**Work context**\n\nAnn writes Go.\n\n## Style\n- Use tabs.\n",
        project_memories: { "0198": "The shop uses Postgres." },
        memory_files: [
          { path: "/preferences.md", content: "- Answer briefly.\n", updated_at: "2026-02-15T10:00:00.000000Z" },
          {},
        ],
        account_uuid: "00",
      },
    ]);
    expect(await readAll("claude-export", { "memories.json": text })).toEqual({
      memories: [
        { name: "Work context", content: "Ann writes Go.", files: ["memories.json"] },
        { name: "Style", content: "- Use tabs.", files: ["memories.json"] },
        { content: "The shop uses Postgres.", files: ["memories.json"] },
        { name: "preferences", content: "- Answer briefly.", createdAt: "2026-02-15T10:00:00.000Z", files: ["memories.json"] },
      ],
      skipped: [{ file: "memories.json", reason: "noText", count: 1 }],
    });
    await expect(read("claude-export", { "users.json": "[{}]" })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });

  it.each<[string, object]>([
    ["2026-02-15 - Prefers tabs.", { content: "Prefers tabs.", createdAt: "2026-02-15T00:00:00.000Z" }],
    ["1. [2026-02-15]. Prefers tabs.", { content: "Prefers tabs.", createdAt: "2026-02-15T00:00:00.000Z" }],
    ["[unknown] - Prefers tabs.", { content: "Prefers tabs." }],
    ["[Go] is what they write", { content: "[Go] is what they write" }],
    ["- Deploys use one tool: make", { content: "Deploys use one tool: make" }],
  ])("of ChatGPT are read from the line %j", async (line, memory) => {
    const { memories, skipped } = await readAll("chatgpt", { "a.txt": `Here is what I saved:\n\n${line}\n` });
    expect(memories).toEqual([{ ...memory, files: ["a.txt"] }]);
    expect(skipped).toEqual([{ file: "a.txt", reason: "heading", count: 1 }]);
  });

  it("of MEMORY.md files are no paragraphs, which are counted", async () => {
    const text = "# Memory\n\nWhat we know:\n\n- Use tabs.\n  Also in YAML.\n\n1. Deploy on Fridays.\n\n```\ncode\n\ncode\n```\n";
    expect(await readAll("memory-file", { "MEMORY.md": text })).toMatchObject({
      memories: [{ content: "Use tabs.\nAlso in YAML." }],
      skipped: [{ reason: "prose", count: 2 }],
    });
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
