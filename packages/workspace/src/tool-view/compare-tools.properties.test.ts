import { join } from "node:path";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inProject, runExport, type ForeignFile, type NativeRule } from "../../test/rule-projects.ts";
import { openWorkspace } from "../open-workspace.ts";
import { compareTools } from "./compare-tools.ts";

const tools = ["cursor", "claude", "copilot", "gemini", "windsurf", "codex", "kiro", "augment"];

const rules: fc.Arbitrary<readonly NativeRule[]> = fc.uniqueArray(
  fc.record({
    base: fc.constantFrom("", "web/"),
    name: fc.constantFrom("a", "b", "c"),
    header: fc.constantFrom(
      "",
      'globs: ["src/**"]\n',
      'globs: ["web/**"]\n',
      "inclusion: manual\n",
      "inclusion: agentRequested\n",
    ),
    text: fc.constantFrom("One.\n", "Two.\n", "Word. ".repeat(2500)),
  }),
  { minLength: 1, selector: ({ base, name }) => base + name },
);

const files: fc.Arbitrary<ReadonlyMap<string, ForeignFile>> = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom("AGENTS.md", "CLAUDE.md", ".cursorrules", ".cursor/rules/a.mdc", ".claude/rules/d.md", "web/AGENTS.md"),
      fc.record({
        kind: fc.constant("file" as const),
        header: fc.nat(1),
        text: fc.constantFrom("One.\n", "Two.\n"),
        isCrlf: fc.constant(false),
      }),
    ),
    { maxLength: 3, selector: ([path]) => path },
  )
  .map((list) => new Map(list));

it("the comparison of tools says of each file what the view of the tool says", async () => {
  await fc.assert(
    fc.asyncProperty(
      rules,
      files,
      fc.subarray(tools),
      fc.subarray(["src/a.ts", "web/b.ts"]),
      fc.boolean(),
      async (natives, foreign, to, requested, lossy) => {
        await inProject(natives, foreign, async (dir) => {
          if (to.length > 0) await runExport(dir, { to, lossy });
          await using workspace = await openWorkspace(dir, { home: join(dir, "../home"), readOnly: true });
          const request = { files: requested };
          const { rows } = await compareTools(workspace, tools, request);
          for (const tool of tools) {
            const { resolution } = await workspace.seeAs(tool, request);
            const whole = new Set(resolution.applied.flatMap(({ rule, cut }) => (cut ? [] : (rule.origin.path ?? []))));
            const applied = new Set(resolution.applied.flatMap(({ rule }) => rule.origin.path ?? []));
            const cells = rows.flatMap(({ cells: all }) => all.filter((cell) => cell.tool === tool));
            for (const { status, paths } of cells) {
              expect(status === "read").toBe(paths.some((path) => whole.has(path)));
              expect(["read", "cut"].includes(status)).toBe(paths.some((path) => applied.has(path)));
            }
            const compared = new Set(cells.flatMap(({ paths }) => paths));
            expect([...applied].filter((path) => !compared.has(path))).toEqual([]);
          }
        });
      },
    ),
    { numRuns: propertyRuns({ sample: 8, full: 100 }) },
  );
});
