import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { openWorkspace } from "../open-workspace.ts";
import { applyTransfer } from "@precept/transfer";
import { planWorkspaceExport } from "./export.ts";
import { planWorkspaceImport } from "./import.ts";

/** The rule files of a project, each with the text before its content. */
const paths: Readonly<Record<string, string>> = {
  "AGENTS.md": "",
  "CLAUDE.md": "",
  "GEMINI.md": "",
  ".cursorrules": "",
  ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\n\n",
  ".cursor/rules/deep/b.mdc": '---\nglobs: "src/**"\nalwaysApply: false\n---\n\n',
  ".github/copilot-instructions.md": "",
  ".github/instructions/c.instructions.md": '---\napplyTo: "lib/**"\n---\n\n',
  ".claude/rules/d.md": "",
  ".claude/skills/e/SKILL.md": "---\nname: e\ndescription: About e\n---\n\n",
  ".agents/skills/e/SKILL.md": "---\nname: e\ndescription: About e\n---\n\n",
  ".kiro/steering/f.md": "",
  ".windsurf/rules/g.md": "",
  "web/AGENTS.md": "",
  "web/CLAUDE.md": "",
  "web/.cursor/rules/h.mdc": "---\nglobs: *.css\n---\n",
};
const names = Object.keys(paths);
const tools = ["agents", "claude", "gemini", "cursor", "copilot", "skill", "kiro", "windsurf"];

/** What is at a path: a text of its own or one of several files, or a link to another path. */
type Entry =
  | { readonly kind: "file"; readonly text: number; readonly ending: string; readonly isCrlf: boolean; readonly variant: number }
  | { readonly kind: "link"; readonly to: string }
  | { readonly kind: "text link"; readonly to: string };

const entries: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("file" as const),
      text: fc.nat(4),
      ending: fc.constantFrom("", "\n", "\n\n"),
      isCrlf: fc.boolean(),
      variant: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("link" as const, "text link" as const), to: fc.constantFrom(...names) }),
  },
);

const projects = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), entries), { minLength: 1, maxLength: 10, selector: ([path]) => path })
  .map((list) => {
    const files = new Map(list);
    // A link leads to a regular file of the project.
    return new Map(list.filter(([, entry]) => entry.kind === "file" || files.get(entry.to)?.kind === "file"));
  });

/** Texts of 12 lines. Two variants of a text differ in a line. */
function textOf({ text, variant }: Extract<Entry, { kind: "file" }>): string {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} of text ${text}.`);
  return (variant === 0 ? lines : lines.with(5, `Variant ${variant} of text ${text}.`)).join("\n");
}

async function writeProject(dir: string, files: ReadonlyMap<string, Entry>): Promise<void> {
  for (const [path, entry] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    const target = entry.kind === "file" ? "" : relative(dirname(path), entry.to);
    if (entry.kind === "link") await symlink(target, join(dir, path));
    else if (entry.kind === "text link") await writeFile(join(dir, path), target);
    else {
      const text = `${paths[path]}${textOf(entry)}${entry.ending}`;
      await writeFile(join(dir, path), entry.isCrlf ? text.replaceAll("\n", "\r\n") : text);
    }
  }
}

/** Returns the contents of all files and links outside of directories of Precept, by path. */
async function readTree(dir: string): Promise<Readonly<Record<string, string>>> {
  const found: [string, string][] = [];
  for (const path of await readdir(dir, { recursive: true })) {
    const status = await lstat(join(dir, path));
    if (path.split("/").includes(".precept") || status.isDirectory()) continue;
    const text = status.isSymbolicLink() ? `link ${await readlink(join(dir, path))}` : await readFile(join(dir, path), "utf8");
    found.push([path, text]);
  }
  return Object.fromEntries(found.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

async function inProject(files: ReadonlyMap<string, Entry>, check: (dir: string) => Promise<void>): Promise<void> {
  const top = await mkdtemp(join(tmpdir(), "precept-import-"));
  try {
    const dir = join(top, "project");
    await mkdir(dir);
    await writeProject(dir, files);
    await check(dir);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

async function runImport(
  dir: string,
  options: { readonly from?: readonly string[]; readonly merge?: boolean } = {},
): Promise<void> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  const plan = await planWorkspaceImport(workspace, options);
  await applyTransfer(dir, plan, plan.before);
}

/** Returns the texts of the native rules, each with the directory that it governs. */
async function readTexts(dir: string): Promise<readonly string[]> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  const rules = (await workspace.list()).filter(({ origin }) => origin.dialect === "precept");
  return rules.map(({ content, origin }) => `${origin.base ?? ""}: ${content.replaceAll("\r\n", "\n").trim()}`);
}

it("an import stores every text in exactly one native rule and writes nothing else, and an export for one tool leaves every file as it is", async () => {
  await fc.assert(
    fc.asyncProperty(projects, fc.shuffledSubarray(tools, { maxLength: 2 }), async (files, first) => {
      await inProject(files, async (dir) => {
        const before = await readTree(dir);
        // Importing the files of some tools first makes no difference.
        if (first.length > 0) await runImport(dir, { from: first });
        await runImport(dir);
        expect(await readTree(dir)).toEqual(before);
        const linkedFromOutside = new Set(
          [...files].flatMap(([path, entry]) =>
            entry.kind !== "file" && entry.to.startsWith("web/") && !path.startsWith("web/") ? [entry.to] : [],
          ),
        );
        const expected = [...files].flatMap(([path, entry]) => {
          if (entry.kind !== "file") return [];
          // A rule of a directory that a link of the project leads to applies to the project.
          const isNested = path.startsWith("web/") && !linkedFromOutside.has(path);
          return [`${isNested ? "web" : ""}: ${textOf(entry)}`];
        });
        const texts = await readTexts(dir);
        expect(new Set(texts.map((text) => text.replace(/^.*?: /, "")))).toEqual(
          new Set(expected.map((text) => text.replace(/^.*?: /, ""))),
        );
        // A link from another directory can move a text to a directory in which another rule has it too.
        const repeated = linkedFromOutside.size > 0 ? [] : texts.filter((text, at) => texts.indexOf(text) !== at);
        expect(repeated).toEqual([]);
        await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
        for (const tool of tools) {
          const plan = await planWorkspaceExport(workspace, { to: [tool], lossy: true });
          // A file with several rules gets the rules of other files too. A link to a file of one rule is not written.
          const isLink = (path: string): boolean => files.get(path)?.kind !== "file";
          const changed = plan.actions.filter(
            ({ kind, path, rules }) =>
              kind !== "unchanged" && files.has(path) && rules.length < 2 && !(kind === "blocked" && isLink(path)),
          );
          expect(changed.map(({ kind, path }) => `${kind} ${path}`)).toEqual([]);
        }
      });
    }),
    { numRuns: propertyRuns({ sample: 10, full: 100 }) },
  );
});

it("an import with a merge has every line of similar files in one rule", async () => {
  await fc.assert(
    fc.asyncProperty(projects, async (files) => {
      await inProject(files, async (dir) => {
        const before = await readTree(dir);
        await runImport(dir, { merge: true });
        expect(await readTree(dir)).toEqual(before);
        const texts = (await readTexts(dir)).join("\n");
        const lines = [...files.values()].flatMap((entry) => (entry.kind === "file" ? textOf(entry).split("\n") : []));
        expect(lines.filter((line) => !texts.includes(line))).toEqual([]);
      });
    }),
    { numRuns: propertyRuns({ sample: 10, full: 100 }) },
  );
});
