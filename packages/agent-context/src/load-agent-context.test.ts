import { unlinkSync } from "node:fs";
import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCodePoint, nobody, propertyRuns } from "@precept/testing";
import { contextFiles } from "./context-files.ts";
import { defaultTemplates } from "./default-templates.ts";
import { fileLoadTransitions } from "./file-load-state.ts";
import { loadAgentContext } from "./load-agent-context.ts";
import { allFiles, createAgentDirectory, fileOf, noon } from "../test/agent-directory.ts";

const onWindows = process.platform === "win32";

describe("the context of a main session", () => {
  it("has all files in load order", async () => {
    const { load } = await createAgentDirectory(allFiles);
    const { context, files } = await load("main", { sessionId: "terminal" });
    expect(context).toEqual({
      sessionId: "terminal",
      sessionType: "main",
      createdAt: noon.toISOString(),
      agentsContent: "text of AGENTS.md",
      spiritContent: "text of SPIRIT.md",
      ownerContent: "text of OWNER.md",
      toolsContent: "text of TOOLS.md",
      memoryContent: "text of MEMORY.md",
      dailyMemories: ["text of memory/2026-02-15.md", "text of memory/2026-02-14.md"],
      loadedFiles: Object.keys(allFiles),
      loadTimeMs: expect.any(Number),
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(files.map(({ states }) => states.join(" "))).toEqual(files.map(() => "CHECK READ SUCCESS"));
    expect(files[0]).toEqual({
      id: "agents",
      name: "AGENTS.md",
      filePath: "AGENTS.md",
      success: true,
      content: "text of AGENTS.md",
      loadedAt: noon.toISOString(),
      fromCache: false,
      isDefault: false,
      isMissing: false,
      truncated: false,
      omittedCharacters: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      states: ["CHECK", "READ", "SUCCESS"],
    });
  });

  it("creates missing required files from their default texts, with a note", async () => {
    const { dir, load } = await createAgentDirectory();
    const { context, files } = await load("main");
    expect((await readdir(dir)).toSorted()).toEqual(["AGENTS.md", "OWNER.md", "SPIRIT.md"]);
    expect(await readFile(join(dir, "SPIRIT.md"), "utf8")).toBe(defaultTemplates.spirit);
    expect(context.ownerContent).toBe(defaultTemplates.owner);
    expect(files.map(({ id, isDefault, isMissing, states }) => [id, isDefault, isMissing, states.join(" ")])).toEqual([
      ["agents", true, false, "CHECK CREATE SUCCESS"],
      ["spirit", true, false, "CHECK CREATE SUCCESS"],
      ["owner", true, false, "CHECK CREATE SUCCESS"],
      ["tools", false, true, "CHECK ABSENT"],
      ["today", false, true, "CHECK ABSENT"],
      ["yesterday", false, true, "CHECK ABSENT"],
      ["memory", false, true, "CHECK ABSENT"],
    ]);
    expect(fileOf({ files }, "agents").note).toBe("AGENTS.md did not exist and was created from its default text.");
    // The next load reads them.
    const again = await load("main");
    expect(again.context.version).toBe(context.version);
    expect(fileOf(again, "agents")).toMatchObject({ isDefault: false, states: ["CHECK", "READ", "SUCCESS"] });
  });

  it("uses the default texts without writing them with `create: memory`", async () => {
    const { dir, load } = await createAgentDirectory();
    const { context, files } = await load("main", { create: "memory" });
    expect(await readdir(dir)).toEqual([]);
    expect(context.agentsContent).toBe(defaultTemplates.agents);
    expect(fileOf({ files }, "agents")).toMatchObject({ success: true, isDefault: true, filePath: "AGENTS.md" });
    expect(fileOf({ files }, "agents").note).toBe("AGENTS.md does not exist. Its default text is used, and nothing is written.");
  });

  it.skipIf(onWindows)("uses the default texts if the directory is not writable", async (test) => {
    test.skip(process.getuid?.() === 0 && nobody !== undefined, "the superuser can write everywhere");
    const { dir, load } = await createAgentDirectory();
    await chmod(dir, 0o555);
    const { files } = await load("main");
    await chmod(dir, 0o755);
    expect(fileOf({ files }, "agents").note).toContain("cannot be created: EACCES");
  });

  it("never replaces an existing file, not even an empty one", async () => {
    const { dir, load } = await createAgentDirectory({ "AGENTS.md": "" });
    const { context } = await load("main");
    expect(context.agentsContent).toBe("");
    expect(await readFile(join(dir, "AGENTS.md"), "utf8")).toBe("");
  });

  it("reads an alias if no file has the canonical name, and then creates none", async () => {
    const { dir, load } = await createAgentDirectory({ "SOUL.md": "soul", "USER.md": "user" });
    const { context, files } = await load("main");
    expect(context).toMatchObject({ spiritContent: "soul", ownerContent: "user" });
    expect(fileOf({ files }, "spirit")).toMatchObject({ name: "SPIRIT.md", filePath: "SOUL.md", alias: "SOUL.md" });
    expect((await readdir(dir)).toSorted()).toEqual(["AGENTS.md", "SOUL.md", "USER.md"]);
  });

  it("prefers the canonical name, and notes that the alias is ignored", async () => {
    const { load } = await createAgentDirectory({ "SPIRIT.md": "spirit", "SOUL.md": "soul" });
    const { context, files } = await load("main");
    expect(context.spiritContent).toBe("spirit");
    expect(fileOf({ files }, "spirit").note).toBe("SOUL.md is ignored, because SPIRIT.md exists.");
  });

  it("loads the notes of today and yesterday in its time zone, which can change", async () => {
    const { load } = await createAgentDirectory({ "memory/2026-02-16.md": "sixteenth", "memory/2026-02-15.md": "fifteenth" });
    const now = () => new Date("2026-02-15T20:00:00Z");
    expect((await load("main", { now })).context.dailyMemories).toEqual(["fifteenth"]);
    const there = await load("main", { now, timeZone: "Asia/Shanghai" });
    expect(there.context.dailyMemories).toEqual(["sixteenth", "fifteenth"]);
    expect(there.files.map(({ name }) => name).slice(4, 6)).toEqual(["memory/2026-02-16.md", "memory/2026-02-15.md"]);
  });

  it("has a random session id by default", async () => {
    const { load } = await createAgentDirectory(allFiles);
    expect((await load("main")).context.sessionId).not.toBe((await load("main")).context.sessionId);
  });

  it("has a version that depends on the texts only", async () => {
    const { load, write } = await createAgentDirectory(allFiles);
    const versions = [(await load("main")).context.version, (await load("main", { sessionId: "other" })).context.version];
    expect(new Set(versions).size).toBe(1);
    for (const path of Object.keys(allFiles)) {
      await write(path, "changed");
      versions.push((await load("main")).context.version);
    }
    expect(new Set(versions).size).toBe(1 + Object.keys(allFiles).length);
  });
});

describe("a file that cannot be read", () => {
  const broken: readonly (readonly [string, (dir: Awaited<ReturnType<typeof createAgentDirectory>>) => unknown, string])[] = [
    ["a directory", ({ makeDirectory }) => makeDirectory("AGENTS.md"), "it is not a regular file"],
    ["a pipe", ({ makePipe }) => makePipe("AGENTS.md"), "it is not a regular file"],
    ["binary", ({ write }) => write("AGENTS.md", Uint8Array.of(0x61, 0, 0x62)), "it is not UTF-8 text"],
    ["in another encoding", ({ write }) => write("AGENTS.md", Uint8Array.of(0xe9, 0x74, 0xe9)), "it is not UTF-8 text"],
    ["too large", ({ write }) => write("AGENTS.md", "x".repeat(4_194_305)), "its size of 4,194,305 bytes exceeds the limit"],
    ["a broken link", ({ link }) => link("AGENTS.md", "gone.md"), "ENOENT: no such file or directory"],
    ["a loop of links", ({ link }) => link("AGENTS.md", "AGENTS.md"), "ELOOP: too many symbolic links encountered"],
  ];

  describe.skipIf(onWindows).each(broken)("because it is %s", (_, makeBroken, reason) => {
    it("has its last good text, with a note", async () => {
      const directory = await createAgentDirectory({ "AGENTS.md": "good" });
      await directory.load("main");
      await directory.remove("AGENTS.md");
      await makeBroken(directory);
      const later = await directory.load("main", { now: () => new Date(noon.getTime() + 1000) });
      expect(later.context.agentsContent).toBe("good");
      expect(fileOf(later, "agents")).toMatchObject({
        success: true,
        fromCache: true,
        isDefault: false,
        loadedAt: noon.toISOString(),
        error: `AGENTS.md cannot be read: ${reason}.`,
        note: `AGENTS.md cannot be read now. Its text of ${noon.toISOString()} is used.`,
        states: ["CHECK", "READ", "FALLBACK", "SUCCESS"],
      });
    });

    it("has the default text if there was no good one, and is not replaced", async () => {
      const directory = await createAgentDirectory();
      await makeBroken(directory);
      const loaded = await directory.load("main");
      expect(loaded.context.agentsContent).toBe(defaultTemplates.agents);
      expect(fileOf(loaded, "agents")).toMatchObject({
        success: true,
        isDefault: true,
        error: `AGENTS.md cannot be read: ${reason}.`,
        note: "The default text of AGENTS.md is used, and the file is not changed.",
      });
      // The broken file was not replaced.
      expect(fileOf(await directory.load("main"), "agents").error).toBe(`AGENTS.md cannot be read: ${reason}.`);
    });
  });

  it.skipIf(onWindows)("has no text if it is optional and was never good", async () => {
    const { load, makeDirectory } = await createAgentDirectory();
    await makeDirectory("TOOLS.md");
    const loaded = await load("main");
    expect(loaded.context).not.toHaveProperty("toolsContent");
    expect(fileOf(loaded, "tools")).toMatchObject({
      success: false,
      isMissing: false,
      error: "TOOLS.md cannot be read: it is not a regular file.",
      states: ["CHECK", "READ", "FALLBACK", "FAILED"],
    });
  });
});

describe.skipIf(onWindows)("a link", () => {
  it("inside the directory is followed", async () => {
    const { load, link } = await createAgentDirectory({ "docs/agents.md": "linked" });
    await link("AGENTS.md", "docs/agents.md");
    expect((await load("main")).context.agentsContent).toBe("linked");
  });

  it.each([
    ["out of the directory", "../outside.md", "it leads outside the root"],
    ["to a system file", "/etc/hostname", "it leads outside the root"],
    ["into .git", ".git/config", "it is in a .git directory"],
    ["to a file with credentials", ".env", "it is a link to a file with credentials, or to one that git ignores"],
  ])("%s is refused, and the file is not replaced", async (_, target, reason) => {
    const { dir: parent, link } = await createAgentDirectory({
      "agent/.git/config": "secret",
      "agent/.env": "secret",
      "outside.md": "secret",
    });
    await link("agent/AGENTS.md", target);
    await link("agent/TOOLS.md", target);
    const result = await loadAgentContext(join(parent, "agent"), { sessionType: "main" });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(fileOf(result, "agents")).toMatchObject({
      isDefault: true,
      error: `AGENTS.md is not read: ${reason}.`,
      states: ["CHECK", "READ", "REFUSED", "SUCCESS"],
    });
    expect(fileOf(result, "tools")).toMatchObject({ success: false, states: ["CHECK", "READ", "REFUSED", "FAILED"] });
  });

  it("in place of the directory of notes is refused if it leads out of the directory", async () => {
    const { dir, link } = await createAgentDirectory({ "notes/2026-02-15.md": "secret", "agent/a": "" });
    await link("agent/memory", "../notes");
    const loaded = await loadAgentContext(join(dir, "agent"), { sessionType: "main", now: () => noon, timeZone: "UTC" });
    expect(loaded.context.dailyMemories).toEqual([]);
    expect(fileOf(loaded, "today")).toMatchObject({
      error: "memory/2026-02-15.md is not read: it leads outside the root.",
      states: ["CHECK", "REFUSED", "FAILED"],
    });
  });
});

describe("the text of a file", () => {
  it("has no byte order mark and keeps its line breaks", async () => {
    const { load } = await createAgentDirectory({ "AGENTS.md": "\uFEFF# A\r\nb\r\n" });
    expect((await load("main")).context.agentsContent).toBe("# A\r\nb\r\n");
  });

  it("is cut at the limit of a file, between characters, with a note", async () => {
    const { load } = await createAgentDirectory({ "AGENTS.md": "😀😀😀" });
    const loaded = await load("main", { maxFileCharacters: 3 });
    expect(loaded.context.agentsContent).toBe("😀");
    expect(fileOf(loaded, "agents")).toMatchObject({
      truncated: true,
      omittedCharacters: 4,
      note: "The last 4 characters of AGENTS.md are omitted, because they exceed the limit for a context file.",
    });
  });

  it("is cut at the limit of all files, in load order", async () => {
    const texts = { "AGENTS.md": "a".repeat(60), "SPIRIT.md": "s".repeat(60), "OWNER.md": "o".repeat(60), "TOOLS.md": "t" };
    const { load } = await createAgentDirectory(texts);
    const { files, context } = await load("main", { maxFileCharacters: 50, maxCharacters: 80 });
    expect(files.slice(0, 4).map(({ content, omittedCharacters }) => [content?.length, omittedCharacters])).toEqual([
      [50, 10],
      [30, 30],
      [0, 60],
      [0, 1],
    ]);
    expect(fileOf({ files }, "owner").note).toContain("the limit for all context files together");
    expect(context.loadedFiles).toHaveLength(4);
  });

  it("plus what was omitted is the whole file, for any limits", async () => {
    const { load, write } = await createAgentDirectory();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: anyCodePoint, maxLength: 40 }), { minLength: 3, maxLength: 3 }),
        fc.nat(60),
        fc.nat(90),
        async (texts, maxFileCharacters, maxCharacters) => {
          const written = texts.map((text) => text.toWellFormed().replaceAll(/\0|^\uFEFF/gu, ""));
          for (const [at, path] of ["AGENTS.md", "SPIRIT.md", "OWNER.md"].entries()) await write(path, written[at] ?? "");
          const { files } = await load("main", { maxFileCharacters, maxCharacters });
          const total = files.reduce((sum, { content = "" }) => sum + content.length, 0);
          expect(total).toBeLessThanOrEqual(maxCharacters);
          for (const [at, { content = "", omittedCharacters, truncated, note }] of files.slice(0, 3).entries()) {
            expect(content.length).toBeLessThanOrEqual(maxFileCharacters);
            expect(written[at]?.startsWith(content)).toBe(true);
            expect(content.length + omittedCharacters).toBe(written[at]?.length);
            expect(truncated).toBe(omittedCharacters > 0);
            expect(note !== undefined).toBe(truncated);
          }
        },
      ),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });
});

describe("a file that changes while it is loaded", () => {
  it("is read if another load creates it at the same time", async () => {
    const { load } = await createAgentDirectory();
    const loads = await Promise.all([load("main"), load("main"), load("shared")]);
    const states = loads.map((loaded) => fileOf(loaded, "agents").states.join(" ")).toSorted();
    expect(states).toEqual(["CHECK CREATE CHECK READ SUCCESS", "CHECK CREATE CHECK READ SUCCESS", "CHECK CREATE SUCCESS"]);
    expect(new Set(loads.map(({ context }) => context.agentsContent)).size).toBe(1);
  });

  it("is checked again if it is deleted after it was found", async () => {
    const { dir, load, write } = await createAgentDirectory();
    const seen = new Set<string>();
    const expected = "CHECK READ CHECK CREATE SUCCESS";
    for (let attempt = 0; attempt < 2_000 && !seen.has(expected); attempt += 1) {
      await write("AGENTS.md", "short-lived");
      const loading = load("main", { create: "memory" });
      unlinkSync(join(dir, "AGENTS.md"));
      seen.add(fileOf(await loading, "agents").states.join(" "));
    }
    expect(seen).toContain(expected);
    expect([...seen].filter((states) => states !== expected && states !== "CHECK READ SUCCESS")).toEqual([]);
  });
});

describe("loading", () => {
  it("refuses a directory that does not exist, and one that is a file", async () => {
    const { dir } = await createAgentDirectory({ file: "" });
    await expect(loadAgentContext(join(dir, "gone"), { sessionType: "main" })).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    await expect(loadAgentContext(join(dir, "file"), { sessionType: "main" })).rejects.toMatchObject({ code: "NOT_A_DIRECTORY" });
  });

  it.each([
    ["no session type", { sessionType: undefined }],
    ["another session type", { sessionType: "group" }],
    ["an empty session id", { sessionType: "main", sessionId: "" }],
    ["a negative limit", { sessionType: "main", maxCharacters: -1 }],
    ["a limit that is no number", { sessionType: "main", maxFileCharacters: Number.NaN }],
    ["an unknown time zone", { sessionType: "main", timeZone: "Mars/Base" }],
  ])("refuses %s, and creates nothing", async (_, options) => {
    const { dir } = await createAgentDirectory();
    await expect(loadAgentContext(dir, options as never)).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    expect(await readdir(dir)).toEqual([]);
  });

  it("can be cancelled", async () => {
    const { load } = await createAgentDirectory();
    await expect(load("main", { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });
});

it("the load order has no gaps, and every transition of a file ends", () => {
  expect(contextFiles.map(({ loadOrder }) => loadOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(contextFiles.filter(({ required, defaultTemplate }) => required !== (defaultTemplate !== undefined))).toEqual([]);
  const reachable = new Set(Object.values(fileLoadTransitions).flat());
  expect([...reachable].toSorted()).toEqual(Object.keys(fileLoadTransitions).toSorted());
});
