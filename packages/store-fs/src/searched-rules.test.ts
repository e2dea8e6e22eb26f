import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createMemoryStore, createRule, createRulebook, type RuleFilter, type SearchResult } from "@precept/core";
import type { SnapshotLocation } from "@precept/files";
import { cursor, precept } from "@precept/mdc-compat";
import { createProject, describeDiagnostic, editSnapshot } from "@precept/testing";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FsStoreOptions } from "./options.ts";
import { createFsStore } from "./store.ts";

interface Answer extends SearchResult {
  /** Each as `code file:line:column`. */
  readonly reported: readonly string[];
}

interface TestProject {
  readonly dir: string;
  readonly location: SnapshotLocation;
  /** Searches as a new process does that remembers what it read. */
  readonly search: (text: string, filter?: RuleFilter, options?: Partial<FsStoreOptions>) => Promise<Answer>;
  /** Searches without memory. */
  readonly searchFiles: (text: string, filter?: RuleFilter, options?: Partial<FsStoreOptions>) => Promise<Answer>;
}

async function createTestProject(files: Record<string, string> = {}): Promise<TestProject> {
  const project = await createProject(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
  const dir = join(project.dir, "project");
  const location = { dir: join(project.dir, "cache"), project: dir, version: "1" };
  const roots = [
    { dir: "rules", codec: precept, optional: true },
    { dir: ".cursor/rules", codec: cursor, optional: true },
    { dir: ".", files: ["AGENTS.md", "CLAUDE.md"], codec: precept, optional: true },
    { dir: "own", codec: precept, optional: true, userId: "ann", scope: "user" as const },
  ];
  const search = async (text: string, filter: RuleFilter | undefined, options: Partial<FsStoreOptions>): Promise<Answer> => {
    await using store = createFsStore({ projectDir: dir, roots, ...options });
    await using rulebook = createRulebook({ stores: [store], tenant: { userId: "ann" } });
    const found = await rulebook.search({ text, ...(filter !== undefined && { filter }) });
    return { ...found, reported: (await rulebook.diagnostics()).map(describeDiagnostic) };
  };
  return {
    dir,
    location,
    search: (text, filter, options) => search(text, filter, { cache: location, ...options }),
    searchFiles: (text, filter, options = {}) => search(text, filter, options),
  };
}

function ruleFile(name: string, content: string, header = ""): string {
  return `---\nname: ${name}\ndescription: About it\n${header}---\n\n${content}\n`;
}

/** Changes the words of a stored search: a rule is only found with a word that it does not have if they are used. */
async function renameWord({ location }: TestProject, from: string, to: string): Promise<string> {
  return editSnapshot(location.dir, "search", (text) => text.replace(`"${from}"`, `"${to}"`));
}

const namesOf = ({ hits }: Answer): readonly string[] => hits.map(({ stored }) => stored.rule.name);

describe("a search that was stored", () => {
  beforeEach(() => {
    // Long after the test wrote its files, so that another change would have another time.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is used by the next process, which reads only the hits", async () => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel"), "rules/b.md": ruleFile("b", "cart") });
    const before = await project.search("cart");
    await renameWord(project, "cart", "cost");
    expect(namesOf(await project.search("cart"))).toEqual([]);
    const { hits } = await project.search("cost");
    expect(hits.map(({ stored }) => stored)).toEqual(before.hits.map(({ stored }) => stored));
    expect(Object.isFrozen(hits[0]?.stored.rule.origin)).toBe(true);
  });

  it.each<[what: string, options: Partial<FsStoreOptions>, version?: string]>([
    ["another version", {}, "2"],
    ["other roots", { roots: [{ dir: "rules", codec: precept, base: "web" }] }],
    ["another limit", { maxBytes: 1000 }],
    ["a file that is skipped now", { skips: (file) => file === "rules/b.md" }],
    ["a store that watches", { watch: true }],
  ])("is not used for %s", async (_, options, version = "1") => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel"), "rules/b.md": ruleFile("b", "vessel") });
    await project.search("vessel");
    await renameWord(project, "vessel", "xxxxxx");
    expect(namesOf(await project.search("vessel"))).toEqual([]);
    const answer = await project.search("vessel", undefined, { cache: { ...project.location, version }, ...options });
    expect(answer).toEqual(await project.searchFiles("vessel", undefined, options));
    expect(answer.hits.length).toBeGreaterThan(0);
  });

  it("is not used if a file that was skipped is one of the rules now", async () => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel"), "rules/b.md": ruleFile("b", "vessel") });
    await project.search("vessel", undefined, { skips: (file) => file === "rules/b.md" });
    expect(namesOf(await project.search("vessel"))).toEqual(["a", "b"]);
  });

  it("is not used if a rule directory became a link to another one", async () => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel"), "other/b.md": ruleFile("b", "vessel") });
    await project.search("vessel");
    await rm(join(project.dir, "rules"), { recursive: true });
    await symlink("other", join(project.dir, "rules"));
    expect(await project.search("vessel")).toEqual(await project.searchFiles("vessel"));
  });

  it("is not used after rules were listed, or changed, in the same process", async () => {
    const { dir, location } = await createTestProject({ "rules/a.md": ruleFile("a", "vessel") });
    await using store = createFsStore({ projectDir: dir, roots: [{ dir: "rules", codec: precept }], cache: location });
    await using rulebook = createRulebook({ stores: [store] });
    const search = async (text: string): Promise<readonly string[]> =>
      (await rulebook.search({ text })).hits.map(({ stored }) => stored.rule.content.trim());
    expect(await search("vessel")).toEqual(["vessel"]);
    const stored = await store.get("project:rules/a.md");
    if (stored === undefined) throw new Error("The rule is missing.");
    await store.save({ ...stored.rule, content: "cart" }, { revision: stored.revision });
    expect([await search("vessel"), await search("cart")]).toEqual([[], ["cart"]]);
    expect(await store.searchedRules?.()).toBeUndefined();
  });

  it("is not used beside rules of a store that has to be listed", async () => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel") });
    await project.search("vessel");
    await renameWord(project, "vessel", "xxxxxx");
    const { dir, location } = project;
    await using store = createFsStore({ projectDir: dir, roots: [{ dir: "rules", codec: precept }], cache: location });
    const rules = [createRule({ id: "b", name: "b", content: "vessel", origin: { store: "memory" } })];
    await using rulebook = createRulebook({ stores: [store, createMemoryStore({ id: "memory", rules })] });
    const { hits } = await rulebook.search({ text: "vessel" });
    expect(hits.map(({ stored }) => stored.rule.name).toSorted()).toEqual(["a", "b"]);
  });

  it("is not stored by a store that writes nothing, nor of rules that replace others", async () => {
    const project = await createTestProject({ "rules/a.md": ruleFile("a", "vessel") });
    await project.search("vessel", undefined, { cache: { ...project.location, readOnly: true } });
    expect(await renameWord(project, "vessel", "xxxxx")).toBe("");
    await writeFile(join(project.dir, "rules/b.md"), ruleFile("b", "vessel", "replaces: [project:rules/a.md]\n"));
    expect(namesOf(await project.search("vessel"))).toEqual(namesOf(await project.searchFiles("vessel")));
    expect(await renameWord(project, "vessel", "xxxxx")).toBe("");
  });

  it("answers as the files do, after any changes", { tags: "slow" }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const project = await createTestProject();
          for (const changes of rounds) {
            for (const one of changes) await one(project.dir);
            vi.setSystemTime(Date.now() + 60_000);
            for (const [text, filter] of searches) {
              const expected = await project.searchFiles(text, filter);
              // The first stores, the second recalls.
              expect(await project.search(text, filter)).toEqual(expected);
              expect(await project.search(text, filter)).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

const searches: readonly (readonly [string, RuleFilter?])[] = [
  ["money cart"],
  ["chekout integer", { scope: "project", tags: ["topic:shop"] }],
  ["money", { tenant: {}, target: "claude", status: ["active", "disabled"] }],
];

type Change = (dir: string) => Promise<unknown>;

const paths = [
  "rules/a.md",
  "rules/sub/b.md",
  "rules/c.md",
  ".cursor/rules/d.mdc",
  ".cursor/rules/sub/e.mdc",
  "AGENTS.md",
  "own/f.md",
];

const texts = fc.record({
  words: fc.array(fc.constantFrom("money", "cart", "checkout", "integer", "決済"), { maxLength: 5 }),
  header: fc.constantFrom(
    "",
    "tags: [topic:shop]\n",
    "targets: [cursor]\n",
    "enabled: false\n",
    "inclusion: manual\n",
    "unknown: 1\nglobs: **/*.ts\n",
    "userId: bob\n",
  ),
  name: fc.constantFrom("one", "two", "three"),
});

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ path: fc.constantFrom(...paths), text: texts })
      .map(({ path, text }): Change => write(path, ruleFile(text.name, text.words.join(" "), text.header))),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...paths).map(
      (path): Change =>
        (dir) =>
          rm(join(dir, path), { recursive: true, force: true }),
    ),
  },
  // Damaged, not text, and files of others.
  {
    weight: 2,
    arbitrary: fc
      .record({ path: fc.constantFrom(...paths), text: fc.constantFrom("---\nname: [\n---\n", "\0", "") })
      .map(({ path, text }): Change => write(path, text)),
  },
  { weight: 1, arbitrary: fc.constant<Change>(write("rules/readme.txt", "no rule")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Change>(
      link("CLAUDE.md", "AGENTS.md"),
      link("rules/link.md", "c.md"),
      link("rules/gone.md", "missing.md"),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>((dir) => rm(join(dir, "rules/sub"), { recursive: true, force: true })) },
);

function write(path: string, text: string): Change {
  return async (dir) => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await rm(join(dir, path), { force: true, recursive: true });
    await writeFile(join(dir, path), text);
  };
}

function link(path: string, target: string): Change {
  return async (dir) => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await rm(join(dir, path), { force: true });
    await symlink(target, join(dir, path));
  };
}
