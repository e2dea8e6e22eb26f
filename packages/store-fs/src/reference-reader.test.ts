import { join } from "node:path";
import { createRule, expandReferences, type ReferencedFile, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReferenceReader, type ReferenceReaderOptions } from "./reference-reader.ts";
import { anyCodePoint, createProject, type Project } from "@precept/testing";

function ruleAt(path: string, base?: string): Rule {
  return createRule({ id: "project:a", name: "a", origin: { store: "fs", path, ...(base !== undefined && { base }) } });
}

const rule = ruleAt(".precept/rules/api/a.md");

async function read(
  project: Project,
  path: string,
  { from, by = rule, ...options }: Partial<ReferenceReaderOptions> & { by?: Rule; from?: string } = {},
): Promise<ReferencedFile> {
  return createReferenceReader({ projectDir: project.dir, ...options }).read(path, by, from);
}

describe("a referenced file", () => {
  it("is resolved from the directory that the rule governs", async () => {
    const project = await createProject({ "docs/a.md": "root", "packages/web/docs/a.md": "web" });
    expect(await read(project, "docs/a.md")).toEqual({ kind: "text", id: `${project.dir}/docs/a.md`, text: "root" });
    expect(await read(project, "docs/a.md", { by: ruleAt("x.md", "packages/web") })).toMatchObject({ text: "web" });
    expect(await read(project, "docs\\a.md")).toMatchObject({ text: "root" });
    expect(await read(project, `${project.dir}/docs/a.md`)).toMatchObject({ text: "root" });
  });

  it("is resolved from the file with the reference if it begins with a dot", async () => {
    const project = await createProject({
      ".precept/rules/api/b.md": "beside",
      ".precept/rules/c.md": "above",
      "docs/b.md": "docs",
    });
    expect(await read(project, "./b.md")).toMatchObject({ text: "beside" });
    expect(await read(project, ".\\b.md")).toMatchObject({ text: "beside" });
    expect(await read(project, "../c.md")).toMatchObject({ text: "above" });
    expect(await read(project, "./b.md", { from: join(project.dir, "docs/x.md") })).toMatchObject({ text: "docs" });
    const nowhere = createRule({ id: "session:s", name: "s" });
    expect(await read(project, "./docs/b.md", { by: nowhere })).toMatchObject({ text: "docs" });
  });

  it("loses its byte order mark, and has one id for all spellings of its path", async () => {
    const project = await createProject({ "docs/a.md": "\uFEFFText" });
    await project.link("docs/link.md", "a.md");
    const id = `${project.dir}/docs/a.md`;
    for (const path of ["docs/a.md", "docs//a.md", "docs/../docs/a.md", "../../../docs/a.md", "docs/link.md"]) {
      expect(await read(project, path)).toEqual({ kind: "text", id, text: "Text" });
    }
  });

  it.each<[string, ReferencedFile]>([
    ["docs/missing.md", { kind: "missing" }],
    ["docs/a.md/below", { kind: "missing" }],
    ["docs/broken.md", { kind: "missing" }],
    ["docs", { kind: "unreadable", problem: "it is not a file" }],
    ["", { kind: "unreadable", problem: "it is not a file" }],
    ["docs/image.png", { kind: "unreadable", problem: "it is not UTF-8 text" }],
    ["docs/zero.txt", { kind: "unreadable", problem: "it is not UTF-8 text" }],
    ["docs/loop.md", { kind: "unreadable", problem: "ELOOP: too many symbolic links encountered" }],
    ["docs/large.md", { kind: "tooLarge", bytes: 262_145 }],
  ])("%j gives %j", async (path, expected) => {
    const project = await createProject({
      "docs/a.md": "Text",
      "docs/image.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff),
      "docs/zero.txt": "a\0b",
      "docs/large.md": "x".repeat(262_145),
    });
    await project.link("docs/broken.md", "gone.md");
    await project.link("docs/loop.md", "loop.md");
    expect(await read(project, path)).toEqual(expected);
  });

  it("can be as large as the options allow", async () => {
    const project = await createProject({ "a.md": "12345" });
    expect(await read(project, "a.md", { maxBytes: 5 })).toMatchObject({ kind: "text" });
    expect(await read(project, "a.md", { maxBytes: 4 })).toEqual({ kind: "tooLarge", bytes: 5 });
  });

  it.skipIf(process.platform === "win32")("cannot be a pipe, and the reader does not wait for one", async () => {
    const project = await createProject();
    project.makePipe("pipe.md");
    expect(await read(project, "pipe.md")).toEqual({ kind: "unreadable", problem: "it is not a file" });
  });
});

describe("a reference out of allowed directories", () => {
  it.each([
    "../secret.md",
    "docs/../../secret.md",
    "..\\secret.md",
    "docs\\..\\..\\secret.md",
    "../../../../secret.md",
    "/etc/hostname",
    "//server/share/secret.md",
    "\\\\server\\share\\secret.md",
    "C:\\secret.md",
    "c:secret.md",
    "C:/secret.md",
    "~/secret.md",
    "~root/secret.md",
    "docs/a.md\0.png",
    "../secret.md\0",
    "\0../secret.md",
    "docs/../../secret.md/",
    "./../../../secret.md",
    ".\\..\\..\\..\\secret.md",
    "../inner/../secret.md",
    "docs/./../.././secret.md",
    "//etc/passwd",
    "/proc/self/environ",
    "/dev/zero",
    "\\\\?\\C:\\secret.md",
    "\\\\.\\PhysicalDrive0",
    "d:",
    "z:..\\secret.md",
    "~/../secret.md",
    "~",
    "../INNER/../secret.md",
    "../".repeat(400) + "etc/passwd",
    "docs/" + "../".repeat(64) + "secret.md",
    "escape.md",
    "escape/secret.md",
    "chain.md",
  ])("%j is blocked", async (path) => {
    const outer = await createProject({ "secret.md": "SECRET", "inner/docs/a.md": "Text" });
    await outer.link("inner/escape.md", "../secret.md");
    await outer.link("inner/escape", "..");
    await outer.link("inner/chain.md", "escape.md");
    const project = { ...outer, dir: join(outer.dir, "inner") };
    expect(await read(project, path, { by: ruleAt("a.md") })).toEqual({ kind: "blocked" });
  });

  it("to a directory whose name begins like an allowed one is blocked", async () => {
    const project = await createProject({ "docs-private/a.md": "SECRET", "docs/a.md": "Text" });
    expect(await read(project, "docs-private/a.md", { allowedDirs: ["docs"] })).toEqual({ kind: "blocked" });
    expect(await read(project, "docs/a.md", { allowedDirs: ["docs"] })).toMatchObject({ text: "Text" });
  });

  it("is blocked if no directory is allowed", async () => {
    const project = await createProject({ "a.md": "Text" });
    expect(await read(project, "a.md", { allowedDirs: [] })).toEqual({ kind: "blocked" });
  });
});

describe("allowed directories", () => {
  it("can be outside the project, and one that does not exist does not affect the others", async () => {
    const shared = await createProject({ "a.md": "shared" });
    const project = await createProject({ "b.md": "own" });
    const allowedDirs = ["missing", shared.dir, "."];
    expect(await read(project, `${shared.dir}/a.md`, { allowedDirs })).toMatchObject({ text: "shared" });
    expect(await read(project, "b.md", { allowedDirs })).toMatchObject({ text: "own" });
    expect(await read(project, "missing/b.md", { allowedDirs })).toEqual({ kind: "missing" });
  });

  it("apply to a project opened through a link, and to nested references", async () => {
    const project = await createProject({ "real/docs/a.md": "A #[[file:./b.md]]", "real/docs/b.md": "B" });
    await project.link("alias", "real");
    const reader = createReferenceReader({ projectDir: join(project.dir, "alias") });
    const holder = createRule({ id: "project:a", name: "a", content: "See #[[file:docs/a.md]]" });
    const { texts, diagnostics } = await expandReferences([holder], reader);
    expect([texts.get(holder), diagnostics]).toEqual(["See A B", []]);
  });
});

describe("**Feature: agent-rules, Property 11: Path Safety Validation**", () => {
  const names = "..·.··allowed·allowed-too·secret.md·a.md·link·escape·up·~·C:·inner·%2e%2e·...";
  const segment = fc.constantFrom(...names.split("·"));
  const path = fc
    .tuple(
      fc.constantFrom("", "", "/", "./", "../", "\\", "\\\\", "~/", "C:\\", "ROOT/", "ROOT/../"),
      fc.array(segment, { maxLength: 8 }),
      fc.constantFrom("/", "\\"),
    )
    .map(([start, segments, separator]) => start + segments.join(separator));

  it("no path ever yields text from a reference out of allowed directories", async () => {
    const outer = await createProject({
      "secret.md": "SECRET",
      "allowed-too/a.md": "SECRET",
      "inner/secret.md": "SECRET",
      "inner/allowed-too/a.md": "SECRET",
      "inner/allowed/a.md": "ALLOWED",
      "inner/allowed/inner/a.md": "ALLOWED",
    });
    await outer.link("inner/allowed/escape", "../..");
    await outer.link("inner/allowed/secret.md", "../secret.md");
    await outer.link("inner/allowed/up", "..");
    await outer.link("inner/allowed/link", "inner");
    await outer.link("inner/link", "allowed");
    const allowed = join(outer.dir, "inner/allowed");
    const reader = createReferenceReader({ projectDir: join(outer.dir, "inner"), allowedDirs: ["allowed"] });
    const seen = new Set<string>();
    const from = fc.constantFrom(undefined, join(allowed, "a.md"), join(allowed, "inner/a.md"), join(outer.dir, "secret.md"));
    const base = fc.constantFrom(undefined, "allowed", "allowed/inner", "..", "allowed/escape");
    await fc.assert(
      fc.asyncProperty(path, from, base, async (generated, holder, governed) => {
        const by = ruleAt("allowed/a.md", governed);
        const file = await reader.read(generated.replace("ROOT", outer.dir), by, holder);
        seen.add(file.kind);
        if (file.kind !== "text") return;
        expect(file.text).toBe("ALLOWED");
        expect(file.id.startsWith(`${allowed}/`)).toBe(true);
      }),
      { numRuns: 300, examples: [["allowed/a.md", undefined, undefined]] },
    );
    // The property is only meaningful if some paths yield a text and some are refused.
    expect([...seen]).toEqual(expect.arrayContaining(["text", "blocked", "missing"]));
  });

  it("no text of arbitrary characters does", async () => {
    const project = await createProject({ "inner/a.md": "ALLOWED", "secret.md": "SECRET" });
    const reader = createReferenceReader({ projectDir: join(project.dir, "inner") });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCodePoint }), async (generated) => {
        const file = await reader.read(generated, rule, undefined);
        expect(file.kind === "text" ? file.text : "ALLOWED").toBe("ALLOWED");
      }),
      { numRuns: 300 },
    );
  });
});
