import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ResolveRequest } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createProject, cursorRule, namesOf, nativeRule, type Project } from "../test/project.ts";

const files = { "a/x.ts": "", "b/x.ts": "", "b/.cursor/rules/b.mdc": cursorRule.replace("Text", "Text of b") };

/** Creates a project whose directories a process has searched. */
async function createSearched(given: Readonly<Record<string, string>> = files): Promise<Project> {
  const project = await createProject(given);
  await using _ = await project.open();
  return project;
}

async function answer({ open }: Project, request: ResolveRequest, isSearched: boolean): Promise<unknown> {
  await using workspace = await open({ user: "u", ...(isSearched && { searchFor: request }) });
  const { prompt, applied, matched, conflicts, dropped, request: seen } = await workspace.resolve(request);
  return {
    prompt,
    applied: applied.map(({ rule, reason }) => [rule.id, reason]),
    matched: matched.length,
    conflicts,
    dropped,
    seen,
  };
}

describe("a workspace that is opened for a request about files", () => {
  beforeEach(() => {
    // Programs from sources remember nothing, because they change without a new version.
    vi.stubGlobal("__PRECEPT_BUILD__", "test");
  });

  it("has the rules of new directories above the files", async () => {
    const project = await createSearched();
    await project.write("a/.cursor/rules/a.mdc", cursorRule);
    const request = { files: ["a/new/y.ts"] };
    const workspace = await project.open({ searchFor: request });
    const { applied, skipped } = await workspace.resolve(request);
    expect(namesOf(applied.map(({ rule }) => rule))).toEqual(["a"]);
    expect(namesOf(skipped.map(({ rule }) => rule))).toEqual(["b"]);
  });

  it.each<[string, (workspace: Awaited<ReturnType<Project["open"]>>) => Promise<readonly string[]>]>([
    ["a list", async (workspace) => namesOf(await workspace.list())],
    ["a list of all tenants", async (workspace) => namesOf(await workspace.listAll())],
    ["a search", async (workspace) => namesOf((await workspace.search({ text: "text" })).hits.map(({ stored }) => stored.rule))],
    ["a rule by its name", async (workspace) => namesOf([await workspace.get("a"), await workspace.get("b")])],
    ["a request with a name", async (workspace) => skippedOf(await workspace.resolve({ include: ["a", "b"] }))],
    ["a request with a prompt", async (workspace) => skippedOf(await workspace.resolve({ prompt: "Use @a and @b." }))],
    ["a request about other files", async (workspace) => skippedOf(await workspace.resolve({ files: ["a/x.ts", "b/x.ts"] }))],
  ])("searches all directories before %s", async (_, ask) => {
    const project = await createSearched();
    await project.write("a/.cursor/rules/a.mdc", cursorRule);
    const workspace = await project.open({ searchFor: { files: ["b/x.ts"] } });
    expect((await workspace.resolve({ files: ["b/x.ts"] })).totals.evaluated).toBe(1);
    expect((await ask(workspace)).toSorted()).toEqual(["a", "b"]);
  });

  it("answers as if all directories were searched, after any changes", async () => {
    const dirs = ["a", "b", "a/a", "b/a"];
    const rules = {
      cursor: [".cursor/rules/c.mdc", cursorRule],
      agents: ["AGENTS.md", "Be brief.\n"],
      native: [".precept/rules/n.md", nativeRule("n")],
      replaces: [
        ".precept/rules/r.md",
        nativeRule("r").replace(
          "---\n\n",
          "replaces: ['project:.precept/rules/top.md', 'project:a/.precept/rules/n.md']\n---\n\n",
        ),
      ],
      absolute: [".precept/rules/o.md", nativeRule("o", { inclusion: "relevant", authority: "absolute" })],
      sameName: [".precept/rules/top.md", nativeRule("top", {}, "Other text.")],
    } as const;
    const change = fc.record({
      kind: fc.constantFrom(...(Object.keys(rules) as (keyof typeof rules)[]), "remove", "move", "link"),
      at: fc.constantFrom(...dirs),
      to: fc.constantFrom(...dirs),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 5 }),
        fc.array(change, { maxLength: 5 }),
        fc.subarray(dirs),
        async (before, after, about) => {
          const project = await createProject({ ".precept/rules/top.md": nativeRule("top"), "a/x.ts": "", "b/x.ts": "" });
          const apply = async (changes: typeof before): Promise<void> => {
            for (const { kind, at, to } of changes) await applyOne(kind, join(project.dir, at), join(project.dir, to));
          };
          const applyOne = async (kind: (typeof before)[number]["kind"], at: string, to: string): Promise<void> => {
            if (kind === "remove") await rm(at, { recursive: true, force: true });
            else if (kind === "move") await rename(at, to).catch(() => undefined);
            else if (kind === "link") await symlink(to, at).catch(() => undefined);
            else {
              const [path, text] = rules[kind];
              // A link can lead to itself.
              await mkdir(at, { recursive: true }).catch(() => undefined);
              await project.write(join(at.slice(project.dir.length + 1), path), text).catch(() => undefined);
            }
          };
          await apply(before);
          await (await project.open({ user: "u" }))[Symbol.asyncDispose]();
          await apply(after);
          const request = { files: about.map((dir) => `${dir}/x.ts`) };
          expect(await answer(project, request, true)).toEqual(await answer(project, request, false));
        },
      ),
      { numRuns: propertyRuns({ sample: 25, full: 60 }) },
    );
  });
});

function skippedOf({
  applied,
  skipped,
}: Awaited<ReturnType<Awaited<ReturnType<Project["open"]>>["resolve"]>>): readonly string[] {
  return namesOf([...applied, ...skipped].map(({ rule }) => rule));
}
