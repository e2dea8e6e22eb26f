import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { copyRepository, type RepositoryCopy } from "./copy-repository.ts";
import { applyMutation, findMutations } from "./find-mutations.ts";
import { findImporters, relatedTests, type Importers } from "./related-tests.ts";
import type { TestRequest } from "./test-server.ts";
import { haveTypeErrors, TestRunner } from "./run-checks.ts";

/** A change of a widely used file could be noticed by most tests of other packages. So many of them are run, the nearest first. */
const maxOtherTests = 30;

/** Compares what all packages document with the reference. Reads their sources without importing them. */
const referenceTest = "private/scripts/src/reference/generated-files.test.ts";

interface Subject extends RepositoryCopy {
  readonly importers: Importers;
  readonly runner: TestRunner;
  /** Whether test files that failed with a change pass without it, by path. */
  readonly passes: Map<string, boolean>;
  /** The file that was changed last. */
  last?: string;
}

let subject: Subject | undefined;

/**
 * Changes one operator or constant of the product in a copy of the repository, and runs what `pnpm test` runs until something fails: the tests of its package
 * that need the file, the check of types, and the nearest tests of other packages.
 * A change that nothing notices is a note, since some changes have no effect that could be seen. A change after which the tests never end is a note, too.
 */
export async function runRound(seed: number): Promise<Round> {
  subject ??= await prepare();
  const { dir, sources } = subject;
  const random = new Random(seed);
  for (;;) {
    const path = random.pick(sources);
    const text = readFileSync(join(dir, path), "utf8");
    const mutations = findMutations(path, text);
    // Long files are drawn more often than short ones.
    if (mutations.length === 0 || !random.chance(mutations.length / 50)) continue;
    const mutation = random.pick(mutations);
    const change = (): void => writeFileSync(join(dir, path), applyMutation(text, mutation));
    const restore = (): void => writeFileSync(join(dir, path), text);
    const outcome = await judge(subject, path, change, restore).finally(restore);
    const counts = { [outcome]: 1 };
    if (outcome.startsWith("noticed")) return { counts, failures: [] };
    const lines = text.slice(0, mutation.start).split("\n");
    const line = text.split("\n")[lines.length - 1]?.trim() ?? "";
    const location = `${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    return {
      counts,
      failures: [],
      notes: [`${outcome}  ${location}  ${mutation.original} → ${mutation.replacement || "(removed)"}  ${line}`],
    };
  }
}

async function prepare(): Promise<Subject> {
  const copy = copyRepository();
  if (await haveTypeErrors(copy)) throw new Error("The types have errors before any change. Run `pnpm typecheck`.");
  const read = copy.files
    .filter((path) => path.endsWith(".ts") || path.endsWith("/package.json"))
    .map((path) => [path, readFileSync(join(copy.dir, path), "utf8")] as const);
  return { ...copy, importers: findImporters(new Map(read)), runner: new TestRunner(copy), passes: new Map() };
}

/** Says which check notices a change. */
async function judge(of: Subject, path: string, change: () => void, restore: () => void): Promise<string> {
  const home = `${path.split("/", 2).join("/")}/`;
  const { own = [], other = [] } = Object.groupBy(relatedTests(path, of.importers), (test) =>
    test.startsWith(home) ? "own" : "other",
  );
  const changed = [...new Set([path, of.last ?? path])];
  of.last = path;
  change();
  const inPackage = await tryTests(of, "noticed by tests of the package", { changed, tests: own }, change, restore);
  if (inPackage !== undefined) return inPackage;
  if (await haveTypeErrors(of)) return "noticed by types";
  const elsewhere = await tryTests(
    of,
    "noticed by tests of other packages",
    { changed, tests: [referenceTest, ...other.filter((test) => test !== referenceTest).slice(0, maxOtherTests)] },
    change,
    restore,
  );
  return elsewhere ?? "survived";
}

/**
 * Runs tests with a change until one fails that passes without it. A test file that fails without the change too says nothing about it, so the others run without it.
 * Returns undefined if none fails.
 */
async function tryTests(
  { runner, passes }: Pick<Subject, "runner" | "passes">,
  noticed: string,
  { changed, tests }: TestRequest,
  change: () => void,
  restore: () => void,
): Promise<string | undefined> {
  const left = tests.filter((test) => passes.get(test) !== false);
  const failure = await runner.run({ changed, tests: left });
  if (failure === undefined) return undefined;
  const { file, timedOut } = failure;
  if (timedOut) return "timed out";
  const suspects = file === undefined ? left : [file];
  const key = suspects.join(" ");
  if (!passes.has(key)) {
    restore();
    passes.set(key, (await runner.run({ changed, tests: suspects })) === undefined);
    change();
  }
  if (passes.get(key) === true) return noticed;
  if (file === undefined) return "unclear";
  return tryTests({ runner, passes }, noticed, { changed, tests: left }, change, restore);
}

/** Removes the copy of the repository. */
export function end(): void {
  subject?.runner.stop();
  subject?.remove();
  subject = undefined;
}
