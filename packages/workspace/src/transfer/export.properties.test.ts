import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { dialects } from "@precept/mdc-compat";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { applyTransfer, type ExportAction } from "@precept/transfer";
import { openWorkspace } from "../open-workspace.ts";
import { planWorkspaceExport, type ExportOptions } from "./export.ts";
import { planWorkspaceImport } from "./import.ts";

const tools = dialects.map(({ id }) => id).filter((id) => id !== "precept" && id !== "dataagent" && id !== "goagent");

/** Pieces of text that mean something to one of the tools, or to Precept. */
const specials = [
  "It costs $0.00.",
  "Run it with $1 and $ARGUMENTS.",
  "An escaped \\$1 and \\\\$ARGUMENTS[0].",
  "${CLAUDE_SESSION_ID}",
  "Today is !`date`.",
  "```!\ndate\n```",
  "@docs/guide.md",
  "Ask @team/core about `@docs/guide.md`.",
  "#[[file:docs/guide.md]]",
  "@AGENTS.md",
  "Read @../AGENTS.md, @../../CLAUDE.md and @.claude/rules/a.md",
  "#[[file:AGENTS.md]]",
  "#[[file:.cursor/rules/a.mdc]] and #[[file:missing.md]]",
  "{{args}} and !{date}",
  "---\nkey: value\n---",
  "<!-- precept: rule a -->",
  "<!-- precept: end -->",
  "<!-- precept: file docs/guide.md -->\nText.\n<!-- precept: file end -->",
  "<!-- a comment -->",
  "# Heading",
  "Plain text.",
] as const;

const texts = fc
  .array(fc.constantFrom(...specials), { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom("", "\n", "\n\n").map((end) => `${parts.join("\n\n")}${end}`));

interface NativeRule {
  /** The directory that the rule governs. Empty for the project. */
  readonly base: string;
  readonly name: string;
  readonly header: string;
  readonly text: string;
}

const nativeRules: fc.Arbitrary<readonly NativeRule[]> = fc.uniqueArray(
  fc.record({
    base: fc.constantFrom("", "", "", "web/"),
    name: fc.constantFrom("a", "b", "web-c", "Ü d", "e"),
    header: fc.constantFrom(
      "",
      "inclusion: always\n",
      "inclusion: agentRequested\n",
      "inclusion: manual\n",
      "inclusion: relevant\n",
      'globs: ["src/**"]\n',
      'globs: ["web/**", "src/**"]\n',
      'globs: ["*.ts", "!*.test.ts"]\n',
      "inclusion: agentRequested\ntargets: [claude, cursor]\n",
      "targets: [agents]\n",
    ),
    text: texts,
  }),
  { maxLength: 4, selector: ({ base, name }) => base + name },
);

/** The rule files of other tools, each with front matters that it can have. */
const foreignPaths: Readonly<Record<string, readonly string[]>> = {
  "AGENTS.md": [""],
  "CLAUDE.md": [""],
  "CLAUDE.local.md": [""],
  "GEMINI.md": [""],
  "WARP.md": [""],
  ".rules": [""],
  ".cursorrules": [""],
  ".cursor/rules/a.mdc": ["---\nalwaysApply: true\n---\n\n", '---\nglobs: "src/**"\nalwaysApply: false\n---\n\n'],
  ".cursor/rules/deep/b.mdc": ["---\ndescription: About b\nalwaysApply: false\n---\n\n", "---\nalwaysApply: false\n---\n\n"],
  ".github/copilot-instructions.md": [""],
  ".github/instructions/c.instructions.md": ['---\napplyTo: "lib/**"\n---\n\n'],
  ".claude/rules/d.md": ["", "---\npaths:\n  - src/**\n---\n\n"],
  ".claude/skills/e/SKILL.md": [
    "---\nname: e\ndescription: About e\n---\n\n",
    "---\nname: e\ndescription: About e\ndisable-model-invocation: true\n---\n\n",
  ],
  ".agents/skills/e/SKILL.md": ["---\nname: e\ndescription: About e\n---\n\n"],
  ".kiro/steering/f.md": ["", "---\ninclusion: manual\n---\n\n"],
  ".windsurf/rules/g.md": ["---\ntrigger: always_on\n---\n\n", "---\ntrigger: glob\nglobs: src/**\n---\n\n"],
  ".clinerules/i.md": [""],
  "web/AGENTS.md": [""],
  "web/CLAUDE.md": [""],
  "web/.cursor/rules/h.mdc": ["---\nglobs: *.css\n---\n"],
};

/** Files that links lead to: a link to a file with front matter is one for a single tool. */
const linkedPaths = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "web/AGENTS.md"];

type ForeignFile =
  | { readonly kind: "file"; readonly header: number; readonly text: string; readonly isCrlf: boolean }
  | { readonly kind: "link"; readonly to: string };

const foreignFiles: fc.Arbitrary<ReadonlyMap<string, ForeignFile>> = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...Object.keys(foreignPaths)),
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ kind: fc.constant("file" as const), header: fc.nat(1), text: texts, isCrlf: fc.boolean() }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant("link" as const), to: fc.constantFrom(...linkedPaths) }),
        },
      ),
    ),
    { maxLength: 5, selector: ([path]) => path },
  )
  .map((list) => {
    const files = new Map(list);
    return new Map(list.filter(([, file]) => file.kind === "file" || files.get(file.to)?.kind === "file"));
  });

const exports = fc.record({
  to: fc.shuffledSubarray(tools, { minLength: 1, maxLength: 5 }),
  lossy: fc.boolean(),
});

async function writeProject(dir: string, natives: readonly NativeRule[], files: ReadonlyMap<string, ForeignFile>): Promise<void> {
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  };
  for (const directory of ["src", "web", "lib", "docs"]) await mkdir(join(dir, directory), { recursive: true });
  await write("docs/guide.md", "# Guide\n\nRead @docs/other.md, then pay $1.\n");
  for (const { base, name, header, text } of natives)
    await write(`${base}.precept/rules/${name}.md`, `---\nname: ${name}\ndescription: About ${name}\n${header}---\n\n${text}`);
  for (const [path, file] of files) {
    if (file.kind === "link") {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await symlink(relative(dirname(path), file.to), join(dir, path));
      continue;
    }
    const headers = foreignPaths[path] ?? [""];
    const text = `${headers[file.header % headers.length]}${file.text}`;
    await write(path, file.isCrlf ? text.replaceAll("\n", "\r\n") : text);
  }
}

async function inProject(
  natives: readonly NativeRule[],
  files: ReadonlyMap<string, ForeignFile>,
  check: (dir: string) => Promise<void>,
): Promise<void> {
  const top = await mkdtemp(join(tmpdir(), "precept-export-"));
  try {
    const dir = join(top, "project");
    await mkdir(dir);
    await writeProject(dir, natives, files);
    await check(dir);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

function describeChanges(actions: readonly ExportAction[]): readonly string[] {
  return actions
    .filter(({ kind }) => kind !== "unchanged")
    .map(({ kind, path, reason = "" }) => `${kind} ${path} ${reason}`.trim());
}

async function planExport(dir: string, options: ExportOptions) {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  return await planWorkspaceExport(workspace, { overLimit: true, ...options });
}

/** Exports, and returns the changes that were not applied. */
async function runExport(dir: string, options: ExportOptions): Promise<readonly string[]> {
  const plan = await planExport(dir, options);
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { isConfirmed: true });
  return describeChanges([...plan.actions.filter(({ kind }) => kind === "blocked"), ...notApplied]);
}

async function runImport(dir: string, options: { readonly editsOnly?: boolean } = {}): Promise<readonly string[]> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  const plan = await planWorkspaceImport(workspace, options);
  await applyTransfer(dir, plan, plan.before, { by: "import" });
  const conflicts = plan.conflicts.map(({ rule, field }) => `conflict of ${rule} (${field})`);
  return [...describeChanges(plan.actions), ...conflicts];
}

it("a second export, and an import of what an export wrote, change nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      nativeRules,
      foreignFiles,
      fc.boolean(),
      fc.array(exports, { minLength: 1, maxLength: 3 }),
      async (natives, files, imports, steps) => {
        await inProject(natives, files, async (dir) => {
          if (imports) await runImport(dir);
          for (const options of steps) {
            const blocked = await runExport(dir, options);
            // A file that cannot be written stays so, and no other file changes.
            expect(describeChanges((await planExport(dir, options)).actions)).toEqual(blocked);
            // Files that were not imported before the export would become rules.
            expect(await runImport(dir, { editsOnly: !imports })).toEqual([]);
            expect(describeChanges((await planExport(dir, options)).actions)).toEqual(blocked);
          }
        });
      },
    ),
    { numRuns: propertyRuns({ sample: 8, full: 200 }) },
  );
});

it("exports for several sets of tools come to rest, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(
      nativeRules,
      foreignFiles,
      fc.boolean(),
      fc.array(exports, { minLength: 2, maxLength: 3 }),
      async (natives, files, imports, steps) => {
        await inProject(natives, files, async (dir) => {
          if (imports) await runImport(dir);
          for (const { to } of [...steps, ...steps, ...steps]) await runExport(dir, { to });
          for (const { to } of steps) {
            const { actions } = await planExport(dir, { to });
            expect(describeChanges(actions.filter(({ kind }) => kind !== "blocked"))).toEqual([]);
          }
        });
      },
    ),
    { numRuns: propertyRuns({ sample: 8, full: 200 }) },
  );
});

it("an edited skill with escaped arguments is imported without the escapes, and exported as it is", async () => {
  const amounts = fc.array(fc.constantFrom("$0.00", "$1", "$ARGUMENTS", "$HOME", "\\$HOME", "$$2", "plain"), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(amounts, async (words) => {
      const rule = { base: "", name: "a", header: "inclusion: agentRequested\n", text: `${words.join(" and ")}\n` };
      await inProject([rule], new Map(), async (dir) => {
        const [native, skill] = [join(dir, ".precept/rules/a.md"), join(dir, ".claude/skills/a/SKILL.md")];
        const to = ["claude"];
        await runExport(dir, { to });
        await writeFile(skill, `${await readFile(skill, "utf8")}\nMore, at \\$7.00.\n`);
        expect(await runImport(dir)).toEqual(["update .precept/rules/a.md"]);
        expect(await readFile(native, "utf8")).toContain(`\n${rule.text}\nMore, at $7.00.\n`);
        expect(describeChanges((await planExport(dir, { to })).actions)).toEqual([]);
        await writeFile(native, `${await readFile(native, "utf8")}\nThen $8.\n`);
        await runExport(dir, { to });
        expect(await readFile(skill, "utf8")).toContain("\nThen \\$8.\n");
        expect(describeChanges((await planExport(dir, { to })).actions)).toEqual([]);
      });
    }),
    { numRuns: propertyRuns({ sample: 8, full: 100 }) },
  );
});
