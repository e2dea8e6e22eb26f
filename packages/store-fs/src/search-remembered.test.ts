import { chmod, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openRoot, writeSections } from "@precept/files";
import { createProject, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { searchDirectories, type SearchCache, type SearchOptions, type SearchResult } from "./search-directories.ts";
import { searchRemembered } from "./search-remembered.ts";

const wanted = new Set([".cursor", "AGENTS.md"]);

/** What a search found, in an order that does not depend on how it was found. */
function foundBy({ directories, firstBeyondCount, firstBeyondDepth }: SearchResult): { named: readonly string[]; cut: unknown } {
  const named = [...directories].filter(([, { names }]) => names.size > 0);
  return {
    named: named.map(([dir, { names }]) => `${dir}: ${[...names].toSorted().join()}`).toSorted(),
    cut: [firstBeyondCount !== undefined, firstBeyondDepth],
  };
}

interface TestTree {
  /** The project's directory. */
  readonly dir: string;
  readonly cache: SearchCache;
  readonly search: (options?: Partial<SearchOptions>, names?: ReadonlySet<string>) => Promise<SearchResult>;
  /** The path of the snapshot. */
  readonly memory: () => Promise<string>;
}

/** Creates a project with directories and an external cache. Each search behaves as in a new process. */
async function createTree(...dirs: readonly string[]): Promise<TestTree> {
  const project = await createProject();
  const dir = join(project.dir, "project");
  const cacheDir = join(project.dir, "cache");
  await mkdir(dir);
  for (const one of dirs) await mkdir(join(dir, one), { recursive: true });
  const cache = { location: { dir: cacheDir, project: dir, version: "1" }, key: "" };
  return {
    dir,
    cache,
    search: (options, names = wanted) => searchRemembered(openRoot(dir), names, { cache, ...options }),
    memory: async () => join(cacheDir, encodeURIComponent(dir)),
  };
}

/** Whether a search listed no directory: its result has only directories with wanted names. */
function isFromMemory({ directories }: SearchResult): boolean {
  return [...directories.values()].every(({ names }) => names.size > 0);
}

describe("a remembered search", () => {
  beforeEach(() => {
    // Long after the test created its directories, so that another change would have another time.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("lists no directory if none has changed", async () => {
    const { search } = await createTree("a/.cursor", "b/c");
    expect(isFromMemory(await search())).toBe(false);
    const again = await search();
    expect(isFromMemory(again)).toBe(true);
    expect([...again.directories.keys()]).toEqual(["a"]);
    expect(["", "a", "b", "b/c", "b/d"].map(again.isSearched)).toEqual([true, true, true, true, false]);
  });

  it("lists a directory again that had changed just before it was listed", async () => {
    vi.useRealTimers();
    const { dir, search } = await createTree("a");
    await search();
    expect(isFromMemory(await search())).toBe(false);
    await writeFile(join(dir, "a/AGENTS.md"), "");
    expect((await search()).directories.get("a")?.names).toEqual(new Set(["AGENTS.md"]));
  });

  it("lists a directory again whose time of change is in the future, because the clock was set back", async () => {
    const { search } = await createTree("a");
    vi.setSystemTime(Date.now() - 3_600_000);
    await search();
    expect(isFromMemory(await search())).toBe(false);
  });

  it.each<[string, (dir: string) => Promise<unknown>, readonly string[]]>([
    ["an added file", (dir) => writeFile(join(dir, "a/b/AGENTS.md"), ""), ["a/b", "c"]],
    ["a removed file", (dir) => rm(join(dir, "c/.cursor"), { recursive: true }), []],
    ["an added directory", (dir) => mkdir(join(dir, "a/n/.cursor"), { recursive: true }), ["a/n", "c"]],
    ["a removed directory", (dir) => rm(join(dir, "c"), { recursive: true }), []],
    ["a renamed directory", (dir) => rename(join(dir, "c"), join(dir, "d")), ["d"]],
    ["a directory moved elsewhere", (dir) => rename(join(dir, "c"), join(dir, "a/b/c")), ["a/b/c"]],
    ["swapped directories", (dir) => swap(join(dir, "a"), join(dir, "c")), ["a"]],
    ["a directory replaced by a link", (dir) => replaceByLink(join(dir, "c")), []],
    ["a directory replaced by a file", (dir) => replaceByFile(join(dir, "c")), []],
    ["a name in another case", (dir) => rename(join(dir, "c"), join(dir, "C")), ["C"]],
    ["an added file, with the modification time set back", (dir) => addUnnoticed(join(dir, "a/b")), ["a/b", "c"]],
  ])("notices %s", async (_, change, expected) => {
    const { dir, search } = await createTree("a/b", "c/.cursor");
    await search();
    expect(isFromMemory(await search())).toBe(true);
    await change(dir);
    const { directories } = await search();
    expect([...directories].flatMap(([path, { names }]) => (names.size > 0 ? [path] : [])).toSorted()).toEqual(expected);
    expect(isFromMemory(await search())).toBe(true);
  });

  it.each<[string, (cache: SearchCache) => Partial<SearchOptions>, ReadonlySet<string>]>([
    ["other names", () => ({}), new Set([".cursor"])],
    ["other limits", () => ({ maxDepth: 1 }), wanted],
    ["other skipped directories", (cache) => ({ cache: { ...cache, key: '["a"]' } }), wanted],
    ["another version", ({ location, key }) => ({ cache: { location: { ...location, version: "2" }, key } }), wanted],
  ])("is not used for %s", async (_, optionsFor, names) => {
    const { search, cache } = await createTree("a/.cursor", "b/c");
    await search();
    const other = optionsFor(cache);
    expect(isFromMemory(await search(other, names))).toBe(false);
    expect(isFromMemory(await search(other, names))).toBe(true);
  });

  it("reports the same limits as the search did", async () => {
    const { search } = await createTree("a/b", "c");
    const limits = { maxDepth: 1 };
    await search(limits);
    const again = await search(limits);
    expect(isFromMemory(again)).toBe(true);
    expect([again.firstBeyondDepth, again.isSearched("a/b")]).toEqual(["a/b", false]);
    const cut = { maxDirectories: 2 };
    const { firstBeyondCount } = await search(cut);
    expect(firstBeyondCount).toBeDefined();
    expect((await search(cut)).firstBeyondCount).toBe(firstBeyondCount);
  });

  it("finds included directories beyond the limits, and does not remember them", async () => {
    const { search } = await createTree("a/b/.cursor");
    const limits = { maxDepth: 1 };
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await search({ ...limits, include: ["a/b"] })).directories.get("a/b")?.names).toEqual(new Set([".cursor"]));
      expect((await search(limits)).directories.get("a/b")).toBeUndefined();
    }
  });

  it("searches again if its file is damaged, cut short, empty, or writable by others", async () => {
    const { search, memory } = await createTree("a/.cursor", "b/c");
    const { directories } = await search();
    const path = await memory();
    const good = await readFile(path);
    const start = good.indexOf("\n");
    const zeroed = Buffer.from(good).fill(0, start + 40, start + 48);
    const flipped = Buffer.from(good);
    flipped[start + 50] = 255 - (good[start + 50] ?? 0);
    for (const bad of [
      zeroed,
      flipped,
      good.subarray(0, start + 80),
      good.subarray(0, 21),
      Buffer.alloc(0),
      Buffer.from("text"),
    ]) {
      await writeFile(path, bad);
      expect(await search()).toMatchObject({ directories });
      expect(isFromMemory(await search())).toBe(true);
    }
    await chmod(path, 0o666);
    expect(isFromMemory(await search())).toBe(false);
  });

  it("reads no damaged file, whatever the damage", async () => {
    const { search, memory } = await createTree("a/.cursor", "b/c");
    const found = foundBy(await search());
    const path = await memory();
    const good = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, mask, cut) => {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ mask;
        await writeFile(path, cut ? good.subarray(0, at) : bad);
        expect(foundBy(await search())).toEqual(found);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("writes nothing if it may only read", async () => {
    const { search, memory, dir, cache } = await createTree("a");
    await search();
    const path = await memory();
    const before = await readFile(path);
    await mkdir(join(dir, "b"));
    await search({ cache: { ...cache, location: { ...cache.location, readOnly: true } } });
    expect(await readFile(path)).toEqual(before);
  });

  it("is complete when several searches write at the same time", async () => {
    const { search } = await createTree("a/.cursor", "b/c");
    const all = await Promise.all(Array.from({ length: 8 }, () => search()));
    expect(new Set(all.map((one) => JSON.stringify(foundBy(one)))).size).toBe(1);
    expect(isFromMemory(await search())).toBe(true);
  });

  describe("near a directory", () => {
    it("lists only that directory and those above it, and takes the others from memory", async () => {
      const { dir, search } = await createTree("a/b/c", "d/.cursor", "e");
      await search();
      await mkdir(join(dir, "a/b/.cursor"));
      await mkdir(join(dir, "e/.cursor"));
      const found = await search({ near: ["a/b/c"] });
      expect(foundBy(found).named).toEqual(["a/b: .cursor", "d: .cursor"]);
      expect([...found.directories.keys()]).toEqual(["", "a", "a/b", "a/b/c", "d"]);
      expect([found.isComplete, ...["", "a/b/c", "d", "e"].map(found.isSearched)]).toEqual([false, true, true, false, false]);
      // The next search of all directories compares them all.
      expect(foundBy(await search()).named).toEqual(["a/b: .cursor", "d: .cursor", "e: .cursor"]);
    });

    it("searches all directories if none are remembered, and remembers them", async () => {
      const { search } = await createTree("a", "b/.cursor");
      expect((await search({ near: ["a"] })).isComplete).toBe(true);
      const again = await search({ near: ["a"] });
      expect([again.isComplete, foundBy(again).named]).toEqual([false, ["b: .cursor"]]);
    });

    it("compares all directories if only what was found is missing", async () => {
      const { search, cache } = await createTree("a", "b/.cursor");
      await search();
      await writeSections(cache.location, "", { found: [] });
      expect((await search({ near: ["a"] })).isComplete).toBe(true);
      expect((await search({ near: ["a"] })).isComplete).toBe(false);
    });

    it("is not from memory if that is damaged or of other names", async () => {
      const { dir, search } = await createTree("a", "b/.cursor");
      await search();
      expect((await search({ near: ["a"] }, new Set(["AGENTS.md"]))).isComplete).toBe(true);
      await search();
      const cacheDir = join(dir, "../cache");
      for (const name of await readdir(cacheDir)) await writeFile(join(cacheDir, name), "{");
      const found = await search({ near: ["a"] });
      expect([found.isComplete, foundBy(found).named]).toEqual([true, ["b: .cursor"]]);
    });

    it("reports the limits of the search, and searches beyond them", async () => {
      const { dir, search } = await createTree("a/b/c", "d");
      const limits = { maxDepth: 1 };
      await search(limits);
      await mkdir(join(dir, "a/b/.cursor"));
      const found = await search({ ...limits, near: ["a/b"] });
      expect([found.firstBeyondDepth, foundBy(found).named]).toEqual(["a/b", ["a/b: .cursor"]]);
    });
  });

  const dirs = ["a", "b", "a/a", "a/b", "b/a", "a/a/a"];
  const change = fc.record({
    kind: fc.constantFrom("directory", "rule", "file", "remove", "move", "link", "time"),
    at: fc.constantFrom(...dirs),
    to: fc.constantFrom(...dirs),
  });

  it("finds near a directory what a search of all directories finds above it, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 4 }),
        fc.constantFrom(...dirs),
        fc.record({ maxDirectories: fc.constantFrom(3, 100), maxDepth: fc.constantFrom(1, 32) }),
        async (steps, near, limits) => {
          const { dir, search } = await createTree("a/a", "b");
          await search(limits);
          for (const changes of steps) {
            for (const one of changes) await apply(dir, one).catch(() => undefined);
            const all = await searchDirectories(openRoot(dir), wanted, { ...limits, include: [near] });
            const found = await search({ ...limits, near: [near] });
            expect(namesAbove(found, near)).toEqual(namesAbove(all, near));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("finds what a search of all directories finds, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 4 }),
        fc.record({ maxDirectories: fc.constantFrom(3, 100), maxDepth: fc.constantFrom(1, 32) }),
        async (steps, limits) => {
          const { dir, search } = await createTree("a/a", "b");
          for (const changes of [[], ...steps]) {
            for (const one of changes) await apply(dir, one).catch(() => undefined);
            // The time of the next change must be another one: systems count it in steps of some milliseconds.
            await setTimeout(10);
            const expected = foundBy(await searchDirectories(openRoot(dir), wanted, limits));
            expect(foundBy(await search(limits))).toEqual(expected);
            expect(foundBy(await search(limits))).toEqual(expected);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** What a search found in a directory and those above it. */
function namesAbove({ directories }: SearchResult, dir: string): readonly string[] {
  return [...directories]
    .filter(([path, { names }]) => names.size > 0 && `${dir}/`.startsWith(path === "" ? "" : `${path}/`))
    .map(([path, { names }]) => `${path}: ${[...names].toSorted().join()}`)
    .toSorted();
}

async function swap(left: string, right: string): Promise<void> {
  await rename(left, `${left}-`);
  await rename(right, left);
  await rename(`${left}-`, right);
}

async function replaceByLink(path: string): Promise<void> {
  await rename(path, `${path}/../../moved`);
  await symlink("../moved", path);
}

async function replaceByFile(path: string): Promise<void> {
  await rm(path, { recursive: true });
  await writeFile(path, "");
}

async function addUnnoticed(dir: string): Promise<void> {
  await writeFile(join(dir, "AGENTS.md"), "");
  await utimes(dir, 1, 1);
}

interface Change {
  readonly kind: string;
  readonly at: string;
  readonly to: string;
}

async function apply(dir: string, { kind, at, to }: Change): Promise<unknown> {
  const path = join(dir, at);
  if (kind === "directory") return mkdir(path, { recursive: true });
  if (kind === "rule") return mkdir(join(path, ".cursor"));
  if (kind === "file") return writeFile(join(path, "AGENTS.md"), "");
  if (kind === "remove") return rm(path, { recursive: true });
  if (kind === "move") return rename(path, join(dir, to));
  if (kind === "link") return symlink(join(dir, to), path);
  return utimes(path, 1, 1);
}
