import { chmod, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { identifyFile, openRoot, type SnapshotLocation } from "@precept/files";
import { precept } from "@precept/mdc-compat";
import { createProject, editSnapshot, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FsStoreOptions } from "./options.ts";
import { loadAll, type Loaded } from "../test/rules-of.ts";

/** Two texts of the same length. */
const [first, second] = ["First text.\n", "Other text.\n"];

function ruleFile(name: string, content: string, header = ""): string {
  return `---\nname: ${name}\ndescription: D\n${header}---\n\n${content}`;
}

interface TestProject {
  /** The project's directory. */
  readonly dir: string;
  /** Loads the rules as a new process does that remembers them. */
  readonly load: (options?: Partial<FsStoreOptions>) => Promise<Loaded>;
  /** Loads the rules without memory. */
  readonly loadFromFiles: () => Promise<Loaded>;
  /** The remembered values as one text, empty without any, or a new text for each value. */
  readonly cached: (replace?: (text: string) => string) => Promise<string>;
  readonly location: SnapshotLocation;
}

async function createTestProject(files: Record<string, string>): Promise<TestProject> {
  const project = await createProject(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
  const dir = join(project.dir, "project");
  const location = { dir: join(project.dir, "cache"), project: dir, version: "1" };
  const options: FsStoreOptions = { projectDir: dir, roots: [{ dir: "rules", codec: precept }] };
  return {
    dir,
    load: (more) => loadAll({ ...options, cache: location, ...more }),
    loadFromFiles: () => loadAll(options),
    location,
    cached: (replace) => editSnapshot(location.dir, "rules", replace),
  };
}

function contentsOf({ rules }: Loaded): readonly string[] {
  return rules.map(({ content }) => content);
}

describe("remembered rules", () => {
  beforeEach(() => {
    // Long after the test wrote its files, so that another change would have another time.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are not read again", async () => {
    const { load, cached } = await createTestProject({
      "rules/a.md": ruleFile("a", first),
      "rules/sub/b.md": ruleFile("b", second),
    });
    const before = await load();
    await cached((text) => text.replace("First", "Saved"));
    const after = await load();
    expect(contentsOf(after)).toEqual(["Saved text.\n", second]);
    expect(after.rules[1]).toEqual(before.rules[1]);
    expect(Object.isFrozen(after.rules[1]?.origin)).toBe(true);
  });

  it("stay remembered if another directory of rules comes before or after", async () => {
    const { load, cached } = await createTestProject({ "rules/a.md": ruleFile("a", first), "more/b.md": ruleFile("b", second) });
    const roots = (...dirs: readonly string[]): Partial<FsStoreOptions> => ({
      roots: dirs.map((dir) => ({ dir, codec: precept })),
    });
    await load(roots("rules"));
    await cached((text) => text.replace("First", "Saved"));
    expect(contentsOf(await load(roots("rules", "more"))).toSorted()).toEqual([second, "Saved text.\n"]);
    // The position of a root is part of its rules.
    const moved = await load(roots("more", "rules"));
    expect(contentsOf(moved).toSorted()).toEqual([first, second]);
    expect(Object.fromEntries(moved.rules.map(({ name, origin }) => [name, origin.rootOrder]))).toEqual({ a: 1, b: undefined });
    expect(contentsOf(await load(roots("rules")))).toEqual(["Saved text.\n"]);
  });

  it("include what their files are reported for", async () => {
    const { load, loadFromFiles } = await createTestProject({
      "rules/a.md": ruleFile("a", first, "inclusions: always\n"),
      "rules/none.md": "---\nname: [\n---\n",
      "rules/bytes.md": "\0",
    });
    await load();
    const { reported } = await load();
    expect(reported).toEqual((await loadFromFiles()).reported);
    expect(reported.length).toBeGreaterThan(2);
  });

  it("are read again after a change of the same length whose modification time was set back", async () => {
    const { dir, load } = await createTestProject({ "rules/a.md": ruleFile("a", first) });
    const path = join(dir, "rules/a.md");
    const { atime, mtime } = await stat(path);
    await load();
    await setTimeout(15);
    await writeFile(path, ruleFile("a", second));
    await utimes(path, atime, mtime);
    expect(contentsOf(await load())).toEqual([second]);
  });

  it.each<[what: string, options: Partial<FsStoreOptions>, version?: string]>([
    ["another version", {}, "2"],
    ["other roots", { roots: [{ dir: "rules", codec: precept, base: "web" }] }],
    ["another limit", { maxBytes: 1000 }],
  ])("are not those of %s", async (_, options, version = "1") => {
    const { load, cached, location } = await createTestProject({ "rules/a.md": ruleFile("a", first) });
    await load();
    await cached((text) => text.replace("First", "Saved"));
    expect(contentsOf(await load({ cache: { ...location, version }, ...options }))).toEqual([first]);
  });

  it("are not used from a file that is damaged, or that others can write", async () => {
    const { load, cached, location } = await createTestProject({ "rules/a.md": ruleFile("a", first) });
    await load();
    await cached((text) => text.replace("First", "Saved"));
    expect(contentsOf(await load())).toEqual(["Saved text.\n"]);
    const path = join(location.dir, `${encodeURIComponent(location.project)}%-rules`);
    const good = await readFile(path, "latin1");
    await writeFile(path, good.replace("Saved", "Other"), "latin1");
    expect(contentsOf(await load())).toEqual([first]);
    await cached((text) => text.replace("First", "Saved"));
    await chmod(path, 0o666);
    expect(contentsOf(await load())).toEqual([first]);
  });

  it("are not written by a store that writes nothing", async () => {
    const { load, cached, location } = await createTestProject({ "rules/a.md": ruleFile("a", first) });
    await load({ cache: { ...location, readOnly: true } });
    expect(await cached()).toBe("");
  });

  it("never include the agent's memory, not even one that was a rule before", async () => {
    const { dir, load, cached } = await createTestProject({
      "rules/a.md": ruleFile("a", first),
      "rules/b.md": ruleFile("b", second),
    });
    await load();
    const identifyMemory = () => identifyFile(openRoot(dir), "rules/a.md");
    const { ids } = await load({ identifyMemory });
    expect(ids).toEqual(["project:rules/b.md"]);
    await writeFile(join(dir, "rules/b.md"), ruleFile("b", first));
    await load({ identifyMemory });
    expect(await cached()).not.toContain("rules/a.md");
  });

  it("have the values that JSON cannot store", async () => {
    const { load, loadFromFiles } = await createTestProject({
      "rules/a.md": ruleFile("a", first, "big: .inf\nnone: .nan\nminus: -0.0\n__proto__: x\n"),
    });
    await load();
    expect((await load()).rules).toEqual((await loadFromFiles()).rules);
  });

  it("are not written again for one new file among many, which is read", async () => {
    const names = Array.from({ length: 200 }, (_, at) => `n${at}`);
    const { dir, load, cached } = await createTestProject(
      Object.fromEntries(names.map((name) => [`rules/${name}.md`, ruleFile(name, first)])),
    );
    await load();
    const before = await cached();
    await writeFile(join(dir, "rules/n7.md"), ruleFile("n7", second));
    expect(contentsOf(await load()).filter((text) => text === second)).toHaveLength(1);
    expect(await cached()).toBe(before);
    for (const name of names.slice(0, 10)) await writeFile(join(dir, `rules/${name}.md`), ruleFile(name, second));
    await load();
    expect(await cached()).not.toBe(before);
  });

  it("are what the files have, after any changes", async () => {
    const at = fc.constantFrom("a.md", "b.md", "sub/c.md", "sub/d.md");
    const changes = fc.array(
      fc.record({
        do: fc.constantFrom("write", "write", "replace", "rename", "swap", "remove", "link", "move directory"),
        at,
        to: at,
        text: fc.constantFrom(first, second),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(changes, async (steps) => {
        const { dir, load, loadFromFiles } = await createTestProject({
          "rules/a.md": ruleFile("x", first),
          "rules/b.md": ruleFile("x", second),
          "rules/sub/c.md": ruleFile("x", first),
        });
        await load();
        for (const step of steps) {
          // The system's clock for change times has steps of some milliseconds.
          await setTimeout(12);
          await change(join(dir, "rules"), step).catch(() => undefined);
          const { rules, reported } = await load();
          const real = await loadFromFiles();
          expect({ rules, reported }).toEqual({ rules: real.rules, reported: real.reported });
        }
      }),
      { numRuns: propertyRuns({ sample: 10, full: 25 }) },
    );
  });
});

it("files that were changed a moment ago are not remembered", async () => {
  const { load, cached } = await createTestProject({ "rules/a.md": ruleFile("a", first) });
  await load();
  expect(await cached()).toBe("");
});

/** Changes files without changing their modification times, which programs can set. */
async function change(
  dir: string,
  { do: kind, at, to, text }: { do: string; at: string; to: string; text: string },
): Promise<void> {
  const [path, other] = [join(dir, at), join(dir, to)];
  const time = new Date(1_700_000_000_000);
  await mkdir(join(dir, "sub"), { recursive: true });
  switch (kind) {
    case "write":
      await writeFile(path, ruleFile("x", text));
      return utimes(path, time, time);
    case "replace":
      await writeFile(`${path}.new`, ruleFile("x", text));
      await utimes(`${path}.new`, time, time);
      return rename(`${path}.new`, path);
    case "rename":
      return rename(path, other);
    case "swap":
      await rename(path, `${path}.old`);
      await rename(other, path);
      return rename(`${path}.old`, other);
    case "remove":
      return rm(path);
    case "link":
      await rm(path, { force: true });
      return symlink(other, path);
    case "move directory":
      await rename(join(dir, "sub"), join(dir, "moved"));
      return symlink("moved", join(dir, "sub"));
  }
}
