import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dialects } from "@precept/mdc-compat";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  describeChanges,
  foreignPaths,
  inProject,
  planExport,
  runExport,
  runImport,
  type ForeignFile,
  type NativeRule,
} from "../../test/rule-projects.ts";

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
          arbitrary: fc.record({ kind: fc.constant("link" as const), to: fc.constantFrom(...Object.keys(foreignPaths)) }),
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
    { numRuns: propertyRuns({ sample: 5, full: 200 }) },
  );
});

/** Whether a rule is for all tools. What a tool gets of others depends on the other tools of an export. */
const isShared = ({ header }: NativeRule): boolean => !/agentRequested|manual|targets/.test(header);
const requestedPaths = /SKILL\.md$|^\.cursor\/rules\/deep\/|^\.kiro\//;

it("exports for several sets of tools come to rest, in any order, for rules that all tools may read", async () => {
  await fc.assert(
    fc.asyncProperty(
      nativeRules,
      foreignFiles,
      fc.boolean(),
      fc.array(exports, { minLength: 2, maxLength: 3 }),
      async (allNatives, allFiles, imports, steps) => {
        const natives = allNatives.filter(isShared);
        const files = new Map(
          [...allFiles].filter(
            ([path, file]) => ![path, file.kind === "link" ? file.to : ""].some((one) => requestedPaths.test(one)),
          ),
        );
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
    { numRuns: propertyRuns({ sample: 5, full: 200 }) },
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
    { numRuns: propertyRuns({ sample: 5, full: 100 }) },
  );
});
