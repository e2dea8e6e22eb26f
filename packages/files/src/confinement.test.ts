import { fork } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  appendFile,
  checkDatabaseFile,
  createFile,
  createFileSync,
  FileReader,
  cacheRealPaths,
  listDirectory,
  locate,
  makePrivateDirectory,
  openRoot,
  putFile,
  readFileIn,
  readFileInSync,
  removeFile,
  replaceFileText,
  type FileContent,
  type ReadOptions,
  type Root,
} from "./index.ts";

const canary = "outside";

/** Creates a project, and a directory outside of it whose files contain the canary. */
async function createTree(): Promise<{ readonly top: string; readonly project: string; readonly outside: string }> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "precept-confined-")));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const tree = { top, project: join(top, "project"), outside: join(top, "outside") };
  await mkdir(join(tree.outside, "d"), { recursive: true });
  await mkdir(tree.project);
  for (const path of ["a", "d/a", "d/b"]) await writeFile(join(tree.outside, path), canary);
  return tree;
}

async function readTree(dir: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    texts[path] = entry.isSymbolicLink() ? await readlink(path) : entry.isFile() ? await readFile(path, "utf8") : entry.name;
  }
  return texts;
}

const names = ["a", "b", "d", "e", ".git"];
const anyPath = fc.array(fc.constantFrom(...names, "..", "."), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const entry = fc.record({
  path: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  target: fc.oneof(
    fc.constant(undefined),
    fc.constantFrom("..", "../outside", "../../outside/d", "/", "OUTSIDE", "OUTSIDE/d/a", "OUTSIDE/new", ".", "gone"),
    anyPath,
  ),
});

/** Creates files and links in the project. Skips entries whose parents are links. */
async function createEntries(
  entries: readonly { readonly path: string; readonly target: string | undefined }[],
  project: string,
  outside: string,
): Promise<void> {
  for (const { path: at, target } of entries) {
    const parents = at.split("/").map((_, end, segments) => join(project, ...segments.slice(0, end)));
    const kinds = await Promise.all(parents.map((parent) => lstat(parent).catch(() => undefined)));
    if (kinds.some((status) => status !== undefined && !status.isDirectory())) continue;
    await mkdir(dirname(join(project, at)), { recursive: true });
    if (target === undefined) await writeFile(join(project, at), "inside", { flag: "wx" }).catch(() => undefined);
    else await symlink(target.replace("OUTSIDE", outside), join(project, at)).catch(() => undefined);
  }
}

describe.skipIf(process.platform === "win32")("for all projects and paths", () => {
  it("no function reads, writes, creates or removes anything outside of it", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 6 }),
        fc.array(anyPath, { minLength: 1, maxLength: 4 }),
        async (entries, paths) => {
          const { project, outside } = await createTree();
          await createEntries(entries, project, outside);
          const before = await readTree(outside);
          const root = openRoot(project);
          for (const at of paths) await useAll(root, at, seen);
          expect(await readTree(outside)).toEqual(before);
          expect(await readdir(dirname(project))).toEqual(["outside", "project"]);
        },
      ),
      { numRuns: 100 },
    );
    // Checks that the functions did something.
    expect([...seen]).toEqual(expect.arrayContaining(["read", "created", "put", "appended", "removed", "refused", "listed"]));
  });

  it("all ways to read a file have the same result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), anyPath, async (entries, at) => {
        const { project, outside } = await createTree();
        await createEntries(entries, project, outside);
        const root = openRoot(project);
        const options = { maxBytes: 100 };
        const cachingRoot = cacheRealPaths(root);
        using reader = new FileReader(root);
        const kinds = [
          (await readFileIn(root, at, options)).kind,
          readFileInSync(root, at, options).kind,
          readFileInSync(cachingRoot, at, options).kind,
          readFileInSync(cachingRoot, join(project, at), options).kind,
          reader.read(join(project, at), options).kind,
          reader.read(join(project, at), options).kind,
          reader.read(join(project, at), options).kind,
        ];
        expect(new Set(kinds).size).toBe(1);
      }),
    );
  });
});

function textOf(content: FileContent): string {
  return content.kind === "bytes" ? content.bytes.toString("utf8") : content.kind;
}

async function useAll(root: Root, at: string, seen: Set<string>): Promise<void> {
  const run = async (outcome: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      if ((await work()) !== false) seen.add(outcome);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "PATH_REFUSED") seen.add("refused");
    }
  };
  const content = await readFileIn(root, at, { maxBytes: 100 });
  expect(textOf(content)).not.toContain(canary);
  if (content.kind === "bytes") seen.add("read");
  await run("listed", () => listDirectory(root, at));
  await run("private", () => makePrivateDirectory(root, `${at}/state`));
  await run("created", () => createFile(root, at, "new"));
  await run("created", async () => createFileSync(root, `${at}/new`, "new"));
  await run("put", () => putFile(root, at, "put", { isPrivate: true }));
  await run("put", () => putFile(root, `${at}/put`, "put", { links: "none" }));
  await run("appended", () => appendFile(root, at, "more"));
  await run("replaced", () => replaceFileText(root, at, "other", "0".repeat(64)));
  await run("database", async () => checkDatabaseFile(root, `${at}.sqlite`));
  await run("removed", () => removeFile(root, at));
}

describe.skipIf(process.platform === "win32")("a path", () => {
  it("in a .git directory is refused in any spelling, and so is a link to it", async () => {
    const { project } = await createTree();
    await mkdir(join(project, ".git/hooks"), { recursive: true });
    await symlink(".git/hooks", join(project, "hooks"));
    const root = openRoot(project);
    for (const at of [
      ".git/config",
      ".GIT/config",
      "sub/.git/config",
      "hooks/post-checkout",
      "git~1/config",
      ".g\u200cit/config",
    ]) {
      expect(() => locate(root, at)).toThrow(expect.objectContaining({ code: "PATH_REFUSED" }) as Error);
    }
    expect(locate(root, ".github/rules.md")).toBe(join(project, ".github/rules.md"));
  });

  it("can be in a trusted directory", async () => {
    const { project, outside } = await createTree();
    await symlink(join(outside, "d"), join(project, "d"));
    expect((await readFileIn(openRoot(project), "d/a", { maxBytes: 100 })).kind).toBe("refused");
    expect((await readFileIn(openRoot(project, { trusted: [outside] }), "d/a", { maxBytes: 100 })).kind).toBe("bytes");
    expect((await readFileIn(openRoot(project, { trusted: [outside] }), "d/a", { maxBytes: 100, links: "none" })).kind).toBe(
      "refused",
    );
  });

  it("is created with private modes on request, like its parent directories", async () => {
    const { project } = await createTree();
    await putFile(openRoot(project), "state/deep/a.json", "{}", { isPrivate: true });
    const modes = await Promise.all(
      ["state", "state/deep", "state/deep/a.json"].map(async (at) => ((await lstat(join(project, at))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(["700", "700", "600"]);
  });
});

/** Reads with a `FileReader`, which keeps the directory open for the second read. */
function readTwice(root: Root, path: string, options: ReadOptions): FileContent {
  using reader = new FileReader(root);
  reader.read(path, options);
  return reader.read(path, options);
}

describe.skipIf(process.platform !== "linux")("a directory that another process repeatedly replaces with a link", () => {
  it("never allows a read or a write outside the root", async () => {
    const { project, outside } = await createTree();
    await mkdir(join(project, "d"));
    await writeFile(join(project, "d/a"), "inside");
    const before = await readTree(outside);
    const swapper = fork(join(import.meta.dirname, "../test/swap-directory.ts"), [join(project, "d"), join(outside, "d")]);
    onTestFinished(() => void swapper.kill("SIGKILL"));
    const ended = new Promise((resolve) => swapper.once("exit", resolve));
    await new Promise((resolve) => swapper.once("message", resolve));
    const root = openRoot(project);
    const kinds = new Set<string>();
    const options = { maxBytes: 100 };
    for (let count = 0; count < 4000; count += 1) {
      const read = [readFileInSync, readFileIn, readTwice][count % 3] ?? readFileInSync;
      const content = await read(root, join(project, "d/a"), options);
      kinds.add(content.kind);
      expect(textOf(content)).not.toBe(canary);
      if (count % 8 === 0) await putFile(root, "d/b", "written").catch(() => undefined);
    }
    swapper.kill("SIGKILL");
    await ended;
    expect(await readTree(outside)).toEqual(before);
    expect(kinds.has("bytes") && kinds.size > 1).toBe(true);
  });
});
