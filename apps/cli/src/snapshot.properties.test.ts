import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bySize, openTestRepository, policyFile } from "@precept/testing";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { disturb, disturbance, findOpenSnapshots } from "../test/disturb-snapshots.ts";
import { createProject, nativeRule } from "../test/precept-in.ts";

const commands = [
  ["resolve", "packages/web/b.ts"],
  ["explain", "src/a.ts", "--all"],
  ["explain", "packages/web/b.ts", "--json"],
  ["lint"],
  ["policies", "list"],
  ["check", "src/a.ts"],
  ["export", "--to", "claude-code,cursor", "--check"],
];

/** Texts that a file can have. Some have the same length, and some are reported. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ".precept/rules/a.md": ruleTexts("one", "two"),
  ".precept/rules/b.md": ruleTexts("two", "six"),
  ".precept/rules/deep/c.md": ruleTexts("ten", "one"),
  "packages/web/.cursor/rules/d.mdc": ["---\nalwaysApply: true\n---\n\nWeb.\n", "---\nalwaysApply: truth\n---\n\nWeb.\n"],
  "packages/web/AGENTS.md": ["Use tabs.\n", "Use tape.\n"],
  "CLAUDE.md": ["Answer briefly.\n", "Answer in one line.\n"],
  ".precept/config.yaml": [
    "rules: { maxDepth: 30 }\n",
    "rules: { maxDepth: xx }\n",
    "rules: [\n",
    "policies: { starters: [dangerous-commands] }\n",
  ],
  ".precept/policies/p.yaml": [policyFile(), policyFile({ pattern: "sad" }), policyFile({ rest: { unknown: 1 } }), "- [\n"],
  "src/a.ts": ["bad\n", "sad\n"],
  ".gitignore": ["dist\n", "docs\n"],
  "docs/guide.md": ["The guide.\n", "Other one.\n"],
};

function ruleTexts(...names: readonly string[]): readonly string[] {
  return [
    ...names.map((name) => nativeRule(name, {}, "See #[[file:docs/guide.md]].")),
    nativeRule("web", { inclusion: "fileMatch", globs: "packages/**" }),
    nativeRule("bad", { inclusion: "allways" }),
    "---\nname: [\n---\n",
  ];
}

const path = fc.constantFrom(...Object.keys(texts));
const operation = fc.record({
  do: fc.constantFrom(
    "write",
    "write",
    "write",
    "swap",
    "rename",
    "remove",
    "link",
    "mode",
    "move directory",
    "checkout",
    "commit",
  ),
  path,
  other: path,
  number: fc.nat(7),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

beforeEach(() => {
  // The program runs from its sources, and long after the files changed.
  vi.stubGlobal("__PRECEPT_BUILD__", "test");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("every command prints with a snapshot what it prints without one, after any changes of files and of the snapshot", async () => {
  const { dir, precept } = await createProject(
    Object.fromEntries(Object.entries(texts).map(([file, [text = ""]]) => [file, text])),
  );
  const git = openTestRepository(dir);
  git.git("add", "--all");
  git.git("commit", "--message", "first");
  git.git("branch", "other");
  const homes = await mkdtemp(join(tmpdir(), "precept-homes-"));
  onTestFinished(() => rm(homes, { recursive: true, force: true }));
  const outputOf = async (home: string, args: readonly string[]): Promise<unknown> => {
    const { code, out, err } = await precept(args, { env: { PRECEPT_HOME: join(homes, home) } });
    const printed = { args, code, out: out.replaceAll(/"(?:request_id|timestamp)": "[^"]*"/g, "") };
    // A request about files does not search the other directories again, and can miss problems in them.
    return args[0] === "resolve" ? printed : { ...printed, err };
  };
  const home = join(homes, "remembered");
  await mkdir(home);
  let round = 0;
  let remembered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 4 }),
      fc.subarray(commands, { minLength: 2 }),
      disturbance,
      async (operations, chosen, disturbed) => {
        if (existsSync(join(home, "cache/projects", encodeURIComponent(dir)))) remembered += 1;
        const restore = await disturb(home, disturbed);
        const umask = process.umask(disturbed.umask);
        for (const one of operations) await apply(dir, one, git.git).catch(() => undefined);
        // The system's clock for change times has steps of some milliseconds.
        await setTimeout(12);
        round += 1;
        try {
          for (const args of chosen) {
            const fresh = await outputOf(`fresh${round}`, args);
            for (const _ of ["changed", "unchanged"]) expect(await outputOf("remembered", args)).toEqual(fresh);
            expect(await findOpenSnapshots(join(homes, `fresh${round}`))).toEqual([]);
            await rm(join(homes, `fresh${round}`), { recursive: true, force: true });
          }
        } finally {
          process.umask(umask);
        }
        await restore();
        expect(await findOpenSnapshots(home)).toEqual([]);
      },
    ),
    // The project keeps the changes of earlier runs, so that a failure cannot be made smaller.
    { numRuns: bySize({ sample: 4, full: 100 }), endOnFailure: true },
  );
  // Otherwise, nothing was compared.
  expect(remembered).toBeGreaterThan(0);
});

/** Changes files without changing their modification times, which programs can set. */
async function apply(
  dir: string,
  { do: kind, path: file, other, number }: Operation,
  git: (...args: readonly string[]) => string,
): Promise<void> {
  const [from, to] = [join(dir, file), join(dir, other)];
  const choices = texts[file] ?? [];
  const time = new Date(1_700_000_000_000);
  switch (kind) {
    case "write":
      await mkdir(dirname(from), { recursive: true });
      await writeFile(from, choices[number % choices.length] ?? "");
      return utimes(from, time, time);
    case "swap":
      await rename(from, `${from}.old`);
      await rename(to, from);
      return rename(`${from}.old`, to);
    case "rename":
      return rename(from, to);
    case "remove":
      return rm(from);
    case "link":
      await unlink(from);
      return symlink(to, from);
    case "mode":
      return chmod(from, number % 2 === 0 ? 0o600 : 0o644);
    case "move directory":
      await rename(join(dir, "packages"), join(dir, "moved"));
      await (number % 2 === 0 ? symlink("moved", join(dir, "packages")) : setTimeout(1));
      return number % 3 === 0 ? rename(join(dir, "moved"), join(dir, "packages")) : undefined;
    case "checkout":
      git("checkout", "--force", number % 2 === 0 ? "master" : "other");
      return;
    case "commit":
      git("add", "--all");
      git("commit", "--message", "next");
  }
}
