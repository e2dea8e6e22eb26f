import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { WorkspaceChange } from "../feed.ts";
import { createProject, nativeRule } from "../../test/project.ts";

const now = () => new Date("2026-02-15T12:00:00Z");
const files = {
  "AGENTS.md": "# Agents\n\nBe brief.\n",
  "SPIRIT.md": "A calm spirit.\n",
  "OWNER.md": "Ada.\n",
  "MEMORY.md": "## Decisions\n- The launch code is 4711.\n",
  "memory/2026-02-15.md": "# 2026-02-15\n\n- Woke up.\n",
  ".precept/rules/style.md": nativeRule("style", {}, "Use named exports."),
};

describe("booting", () => {
  it("composes the context, then the rules, into one prompt", async () => {
    const { open } = await createProject(files);
    const workspace = await open({ now, context: { timeZone: "UTC" } });
    const { prompt, context, resolution, files: loaded } = await workspace.boot({ sessionType: "main", session: "one" });
    expect(prompt).toBe(
      `## Agent Context

These files say who you are, whom you work for and what you remember:

### AGENTS.md

#### Agents

Be brief.

### SPIRIT.md

A calm spirit.

### OWNER.md

Ada.

### memory/2026-02-15.md

#### 2026-02-15

- Woke up.

### MEMORY.md

#### Decisions
- The launch code is 4711.

${resolution.prompt}`,
    );
    expect(resolution.prompt).toContain("### style");
    expect(context).toMatchObject({ sessionId: "one", sessionType: "main", createdAt: now().toISOString() });
    expect(loaded.map(({ id }) => id)).toEqual([
      "agents",
      "spirit",
      "owner",
      "tools",
      "today",
      "yesterday",
      "memory",
      "bootstrap",
    ]);
  });

  it("sends a context file that is also a rule file once, and says why", async () => {
    const { open } = await createProject({
      ...files,
      "CLAUDE.md": "@AGENTS.md\n\nClaude only.\n",
      "docs/AGENTS.md": files["AGENTS.md"],
    });
    const workspace = await open({ now });
    const { prompt, resolution } = await workspace.boot({ sessionType: "main", files: ["docs/a.md"] });
    expect(prompt.split("Be brief.")).toHaveLength(2);
    expect(prompt).toContain("Claude only.");
    const skipped = resolution.skipped.flatMap(({ rule, reason }) =>
      reason.kind === "inAgentContext" ? [[rule.origin.path, reason.file] as const] : [],
    );
    expect(new Map(skipped)).toEqual(
      new Map([
        ["AGENTS.md", "AGENTS.md"],
        ["docs/AGENTS.md", "AGENTS.md"],
      ]),
    );
    // Without a context, the rule applies.
    expect((await workspace.resolve()).prompt).toContain("Be brief.");
  });

  it("offers BOOTSTRAP.md to the first boot of a main session", async () => {
    const { open } = await createProject({ ...files, "BOOTSTRAP.md": "Ask for a name." });
    const workspace = await open({ now });
    const shared = await workspace.boot({ sessionType: "shared" });
    expect([shared.bootstrap, shared.prompt.includes("Ask for a name.")]).toEqual([undefined, false]);
    const without = await workspace.boot({ sessionType: "main" }, { bootstrap: false });
    expect(without.bootstrap).toBeUndefined();
    const first = await workspace.boot({ sessionType: "main" });
    expect(first.bootstrap).toBe("Ask for a name.");
    expect(first.prompt).toContain("### BOOTSTRAP.md\n\nAsk for a name.");
    const second = await workspace.boot({ sessionType: "main" });
    expect([second.bootstrap, second.prompt.includes("Ask for a name.")]).toEqual([undefined, false]);
  });

  it("creates missing required files, unless it must not", async () => {
    const { open, dir } = await createProject();
    const readOnly = await open({ readOnly: true });
    const inMemory = await readOnly.boot({ sessionType: "main" });
    expect(inMemory.files[0]).toMatchObject({ isDefault: true, note: expect.stringContaining("nothing is written") });
    const workspace = await open();
    await workspace.boot({ sessionType: "main" }, { create: "memory" });
    expect((await readdir(dir)).filter((name) => name.endsWith(".md"))).toEqual([]);
    await workspace.boot({ sessionType: "main" });
    expect((await readdir(dir)).filter((name) => name.endsWith(".md")).toSorted()).toEqual([
      "AGENTS.md",
      "OWNER.md",
      "SPIRIT.md",
    ]);
    // The created AGENTS.md is a rule file, too.
    expect((await workspace.boot({ sessionType: "main" })).prompt.split("How you work in this directory.")).toHaveLength(2);
  });

  it("reads and creates nothing before the first use of the context", async () => {
    const { open, dir } = await createProject();
    const workspace = await open({ watch: true });
    await workspace.resolve();
    expect(workspace.context.state("main")).toBe("INITIAL");
    expect((await readdir(dir)).filter((name) => name.endsWith(".md"))).toEqual([]);
    await workspace.context.load({ sessionType: "main" });
    // The created files are a change.
    await vi.waitFor(() => expect(workspace.context.state("main")).toBe("READY"), 30_000);
    expect(workspace.context.state("shared")).toBe("INITIAL");
  });

  it("sees changes that were made before the call, without watching", async () => {
    const { open, write } = await createProject(files);
    const workspace = await open({ now });
    await workspace.boot({ sessionType: "main" });
    await write("SPIRIT.md", "Another spirit.");
    expect((await workspace.boot({ sessionType: "main" })).context.spiritContent).toBe("Another spirit.");
  });

  it("takes its directory, time zone and limits from the configuration", async () => {
    const { open } = await createProject({
      ".precept/config.yaml": "context: { dir: agent, timeZone: Asia/Shanghai, maxFileCharacters: 7 }\n",
      "agent/AGENTS.md": "In the agent directory",
      "agent/memory/2026-02-16.md": "monday",
      "MEMORY.md": "Not the memory.",
    });
    const workspace = await open({ now: () => new Date("2026-02-15T20:00:00Z") });
    const { context, files: loaded } = await workspace.boot({ sessionType: "main" });
    expect(context).toMatchObject({ agentsContent: "In the ", dailyMemories: ["monday"] });
    expect(context.memoryContent).toBeUndefined();
    expect(loaded[0]?.omittedCharacters).toBe(15);
    expect(await workspace.context.dates()).toEqual({ today: "2026-02-16", yesterday: "2026-02-15" });
  });

  it("ignores a directory outside the project", async () => {
    const { open, dir } = await createProject({ ".precept/config.yaml": "context: { dir: .. }\n" });
    const workspace = await open();
    expect(workspace.context.dir).toBe(dir);
    expect((await workspace.diagnostics()).map(({ code }) => code)).toContain("config/not-trusted");
  });
});

describe("a session", () => {
  it("that was shared cannot be booted as a main one, in any way", async () => {
    const { open } = await createProject(files);
    const workspace = await open({ now });
    await workspace.boot({ sessionType: "shared", session: "group" });
    const conflict = { code: "SESSION_TYPE_CONFLICT", details: { session: "group" } };
    await expect(workspace.boot({ sessionType: "main", session: "group" })).rejects.toMatchObject(conflict);
    await expect(workspace.context.load({ sessionType: "main", session: "group" })).rejects.toMatchObject(conflict);
    await expect(workspace.context.readMemory({ sessionType: "main", session: "group" })).rejects.toMatchObject(conflict);
    await workspace.session("group").end();
    await expect(workspace.boot({ sessionType: "main", session: "group" })).rejects.toMatchObject(conflict);
    await workspace.boot({ sessionType: "main", session: "other" });
  });

  it("must have a type", async () => {
    const { open } = await createProject(files);
    const workspace = await open();
    await expect(workspace.boot({} as never)).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });

  it("reads and writes the memory if it is a main one, and notes in any case", async () => {
    const { open } = await createProject(files);
    const workspace = await open({ now, context: { timeZone: "UTC" } });
    const main = { sessionType: "main", session: "one" } as const;
    const shared = { sessionType: "shared", session: "group" } as const;
    const entry = await workspace.context.appendMemory({ content: "Deploys are on Tuesdays.", category: "Decisions" }, main);
    expect((await workspace.context.readMemory(main)).map(({ content }) => content)).toEqual([
      "The launch code is 4711.",
      entry.content,
    ]);
    await expect(workspace.context.readMemory(shared)).rejects.toMatchObject({ code: "MEMORY_REFUSED" });
    await expect(workspace.context.appendMemory({ content: "a" }, shared)).rejects.toMatchObject({ code: "MEMORY_REFUSED" });
    await workspace.context.appendDailyNote({ content: "Slept." });
    expect((await workspace.boot(shared)).context.dailyMemories).toEqual(["# 2026-02-15\n\n- Woke up.\n- Slept.\n"]);
    const readOnly = await open({ readOnly: true });
    await expect(readOnly.context.appendMemory({ content: "a" }, main)).rejects.toMatchObject({ code: "WORKSPACE_READ_ONLY" });
    await expect(readOnly.context.appendDailyNote({ content: "a" })).rejects.toMatchObject({ code: "WORKSPACE_READ_ONLY" });
  });
});

describe("a watched workspace", () => {
  it("publishes names and versions of changed context files, and of MEMORY.md for main sessions only", async () => {
    const { open, write } = await createProject(files);
    const workspace = await open({ watch: true, now, context: { timeZone: "UTC" } });
    const changes: WorkspaceChange[] = [];
    workspace.subscribe((change) => changes.push(change));
    await workspace.boot({ sessionType: "main" });
    await workspace.boot({ sessionType: "shared" });
    const contexts = () => changes.flatMap(({ context }) => context ?? []);
    await write("MEMORY.md", "- The code is 4712.\n");
    await vi.waitFor(() => expect(contexts()).toHaveLength(1), 30_000);
    expect(contexts()).toEqual([
      { sessionType: "main", files: ["MEMORY.md"], version: expect.any(String), previousVersion: expect.any(String) },
    ]);
    await write("SPIRIT.md", "Another spirit.");
    await vi.waitFor(() => expect(contexts()).toHaveLength(3), 30_000);
    const changed = new Map(
      contexts()
        .slice(1)
        .map((change) => [change.sessionType, change.files]),
    );
    expect(changed).toEqual(
      new Map([
        ["main", ["SPIRIT.md"]],
        ["shared", ["SPIRIT.md"]],
      ]),
    );
    expect(JSON.stringify(changes)).not.toMatch(/4711|4712|Another/);
  });

  it("follows a new directory of the context", async () => {
    const { open, dir, write } = await createProject({ ...files, "agent/SPIRIT.md": "The spirit of the agent." });
    const workspace = await open({ watch: true, now });
    await workspace.boot({ sessionType: "main" });
    await write(".precept/config.yaml", "context: { dir: agent }\n");
    await vi.waitFor(() => expect(workspace.context.dir).toBe(join(dir, "agent")), 30_000);
    expect((await workspace.boot({ sessionType: "main" })).context.spiritContent).toBe("The spirit of the agent.");
    const changed = new Promise<WorkspaceChange["context"]>((resolve) => {
      workspace.subscribe(({ context }) => context && resolve(context));
    });
    await writeFile(join(dir, "agent/SPIRIT.md"), "Changed.");
    expect((await changed)?.files).toEqual(["SPIRIT.md"]);
  });
});
