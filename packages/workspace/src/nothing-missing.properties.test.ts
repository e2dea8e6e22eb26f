import { join } from "node:path";
import type { Diagnostic, Resolution } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createProject, nativeRule } from "../test/project.ts";

const directories = [
  ".precept/rules",
  ".precept/rules/api",
  ".precept/local/rules",
  "packages/web/.precept/rules",
  ".cursor/rules",
  "~/rules",
  "team",
  `.precept/rules/${"deep/".repeat(40)}end`,
];

const anyHeader = fc.record(
  {
    scope: fc.constant("global"),
    inclusion: fc.constantFrom("always", "manual", "relevant", "agentRequested"),
    globs: fc.constantFrom('"**/*.ts"', "src/a.ts", '"src/**"'),
    priority: fc.constantFrom(1, 50, 100),
    override: fc.boolean(),
    enabled: fc.boolean(),
    authority: fc.constantFrom("absolute", "default"),
    targets: fc.constantFrom("[claude]", "[cursor]"),
  },
  { requiredKeys: [] },
);
const anyName = fc.constantFrom("a", "b", "c");
const anyBody = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", " ", "\n", "é"), maxLength: 60 }),
  fc.constant("x".repeat(120_000)),
  fc.constant("See #[[file:../../outside.md]]."),
);

/** The content of a file: usually a rule, otherwise something invalid. */
const anyContent: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(anyName, anyHeader, anyBody).map(([name, header, body]) => nativeRule(name, header, body)) },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constant("No front matter.\n"),
      fc.constant("---\nname: a\n"),
      fc.constant("---\nname: a\ndescription: [\n---\nText.\n"),
      fc.constant("---\nname: a\ndescription: About a\npriority: 1000\n---\nText.\n"),
      fc.constant(new Uint8Array([0xff, 0xfe, 0x00])),
      fc.constant(`---\nalwaysApply: true\n---\n${"x".repeat(300_000)}`),
      fc.constant(nativeRule("a", {}, "x".repeat(1_100_000))),
      fc.constant(""),
    ),
  },
);

const anyFiles = fc.uniqueArray(
  fc.record({ directory: fc.constantFrom(...directories), file: fc.constantFrom("a", "b", "c", "d"), content: anyContent }),
  { selector: ({ directory, file }) => `${directory}/${file}`, maxLength: 8 },
);

const anyBudget = fc.record(
  {
    characters: fc.oneof(fc.integer({ min: 0, max: 150 }), fc.constant(200_000)),
    tokens: fc.integer({ min: 0, max: 60 }),
    rules: fc.integer({ min: 0, max: 4 }),
    dialectRules: fc.integer({ min: 0, max: 2 }),
    overflow: fc.constantFrom("drop" as const, "ellipsis" as const),
  },
  { requiredKeys: [] },
);

/** Whether an answer accounts for a file: it has the rule, says why not, or reports why the file was not read. */
function isAccountedFor(path: string, { applied, skipped, dropped, diagnostics }: Resolution): boolean {
  const isHere = ({ rule }: Resolution["skipped"][number] | Resolution["dropped"][number] | Resolution["applied"][number]) =>
    rule.origin.path === path;
  const incomplete = diagnostics.filter((one) => one.incomplete === true);
  const says = (what: (one: Diagnostic) => boolean) => incomplete.some(what);
  if (applied.some(isHere) || skipped.some(isHere)) return true;
  if (dropped.some(isHere)) return says(({ code, file }) => file === path && /^budget\/.*-dropped$/.test(code));
  return says(
    ({ file, code }) => file !== undefined && !code.startsWith("budget/") && (file === path || path.startsWith(`${file}/`)),
  );
}

it("accounts for every rule file in every answer, whatever the directories, the files and the budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFiles,
      anyBudget,
      fc.record({ missingDir: fc.boolean(), brokenStore: fc.boolean(), files: fc.subarray(["src/a.ts", "packages/web/x.ts"]) }),
      async (written, budget, { missingDir, brokenStore, files }) => {
        const { home, open, write } = await createProject();
        const dirs = ["team", ...(missingDir ? ["gone"] : [])];
        await write(".precept/config.yaml", `rules:\n  dirs: [${dirs.join(", ")}]\nstore:\n  sqlite: ${brokenStore}\n`);
        await write("team/keep.md", nativeRule("keep"));
        if (brokenStore) await write(".precept/rules.sqlite", "no database");
        const paths = written.map(
          ({ directory, file }) => `${directory}/${file}${directory === ".cursor/rules" ? ".mdc" : ".md"}`,
        );
        for (const [at, { content }] of written.entries()) await write(paths[at] ?? "", content);
        await using workspace = await open();
        const resolution = await workspace.resolve({ files, tool: "claude" }, { budget });
        const shown = paths.map((path) => (path.startsWith("~/") ? join(home, path.slice(2)).replaceAll("\\", "/") : path));
        expect([...shown, "team/keep.md"].filter((path) => !isAccountedFor(path, resolution))).toEqual([]);
        // Rules that can be asked for and are not listed do not apply.
        const codes = resolution.diagnostics.map(({ code }) => code).filter((code) => code !== "budget/requestable-left-out");
        expect([codes.includes("root/missing"), codes.includes("store/failed")]).toEqual([missingDir, brokenStore]);
        const cut = resolution.applied.filter((rule) => rule.cut).length;
        expect(codes.filter((code) => code.startsWith("budget/"))).toHaveLength(resolution.dropped.length + cut);
      },
    ),
    { numRuns: propertyRuns({ sample: 40, full: 100 }) },
  );
});
