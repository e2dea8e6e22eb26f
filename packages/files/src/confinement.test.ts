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
  forOnePass,
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

/** A project and a directory outside of it, of which every file holds the canary. */
async function createTree(): Promise<{ readonly top: string; readonly project: string; readonly outside: string }> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "precept-confined-")));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const tree = { top, project: join(top, "project"), outside: join(top, "outside") };
  await mkdir(join(tree.outside, "d"), { recursive: true });
  await mkdir(tree.project);
  for (const path of ["a", "d/a", "d/b"]) await writeFile(join(tree.outside, path), canary);
  return tree;
}

async function textsBelow(dir: string): Promise<Readonly<Record<string, string>>> {
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

/** Puts files and links into the project. What would come to lie behind a link is left out. */
async function place(
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

describe.skipIf(process.platform === "win32")("whatever a project holds and whatever path is asked for", () => {
  it("no function reads, writes, creates or removes anything outside of it", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 6 }),
        fc.array(anyPath, { minLength: 1, maxLength: 4 }),
        async (entries, paths) => {
          const { project, outside } = await createTree();
          await place(entries, project, outside);
          const before = await textsBelow(outside);
          const root = openRoot(project);
          for (const at of paths) await useAll(root, at, seen);
          expect(await textsBelow(outside)).toEqual(before);
          expect(await readdir(dirname(project))).toEqual(["outside", "project"]);
        },
      ),
      { numRuns: 300 },
    );
    // The property would hold of functions that do nothing.
    expect([...seen]).toEqual(expect.arrayContaining(["read", "created", "put", "appended", "removed", "refused", "listed"]));
  });

  it("says the same of a file whether it is read with or without waiting, alone or in a pass", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), anyPath, async (entries, at) => {
        const { project, outside } = await createTree();
        await place(entries, project, outside);
        const root = openRoot(project);
        const options = { maxBytes: 100 };
        const pass = forOnePass(root);
        using reader = new FileReader(root);
        const kinds = [
          (await readFileIn(root, at, options)).kind,
          readFileInSync(root, at, options).kind,
          readFileInSync(pass, at, options).kind,
          readFileInSync(pass, join(project, at), options).kind,
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
  const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      if ((await work()) !== false) seen.add(what);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "PATH_REFUSED") seen.add("refused");
    }
  };
  const content = await readFileIn(root, at, { maxBytes: 100 });
  expect(textOf(content)).not.toContain(canary);
  if (content.kind === "bytes") seen.add("read");
  await note("listed", () => listDirectory(root, at));
  await note("private", () => makePrivateDirectory(root, `${at}/state`));
  await note("created", () => createFile(root, at, "new"));
  await note("created", async () => createFileSync(root, `${at}/new`, "new"));
  await note("put", () => putFile(root, at, "put", { isPrivate: true }));
  await note("put", () => putFile(root, `${at}/put`, "put", { links: "none" }));
  await note("appended", () => appendFile(root, at, "more"));
  await note("replaced", () => replaceFileText(root, at, "other", "0".repeat(64)));
  await note("database", async () => checkDatabaseFile(root, `${at}.sqlite`));
  await note("removed", () => removeFile(root, at));
}

describe.skipIf(process.platform === "win32")("a path", () => {
  it("in a .git directory is refused however it is written, and so is a link to it", async () => {
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

  it("may lead into a trusted directory", async () => {
    const { project, outside } = await createTree();
    await symlink(join(outside, "d"), join(project, "d"));
    expect((await readFileIn(openRoot(project), "d/a", { maxBytes: 100 })).kind).toBe("refused");
    expect((await readFileIn(openRoot(project, { trusted: [outside] }), "d/a", { maxBytes: 100 })).kind).toBe("bytes");
    expect((await readFileIn(openRoot(project, { trusted: [outside] }), "d/a", { maxBytes: 100, links: "none" })).kind).toBe(
      "refused",
    );
  });

  it("is private where that is asked for, with the directories on the way", async () => {
    const { project } = await createTree();
    await putFile(openRoot(project), "state/deep/a.json", "{}", { isPrivate: true });
    const modes = await Promise.all(
      ["state", "state/deep", "state/deep/a.json"].map(async (at) => ((await lstat(join(project, at))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(["700", "700", "600"]);
  });
});

/** Through a reader, which has the directory open the second time. */
function readTwice(root: Root, path: string, options: ReadOptions): FileContent {
  using reader = new FileReader(root);
  reader.read(path, options);
  return reader.read(path, options);
}

describe.skipIf(process.platform !== "linux")("a directory that another process swaps for a link again and again", () => {
  it("never lets a read or a write through", async () => {
    const { project, outside } = await createTree();
    await mkdir(join(project, "d"));
    await writeFile(join(project, "d/a"), "inside");
    const before = await textsBelow(outside);
    const swapper = fork(join(import.meta.dirname, "testing/swap-directory.ts"), [join(project, "d"), join(outside, "d")]);
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
    expect(await textsBelow(outside)).toEqual(before);
    expect(kinds.has("bytes") && kinds.size > 1).toBe(true);
  });
});
