import { execFile } from "node:child_process";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Rule } from "@precept/core";
import { comparePairs } from "../measure.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
/** The targets, and the directory of each. */
const targets = { cursor: ".cursor", claude: ".claude", kiro: ".kiro" };
/** A program file of rulesync, such as `node_modules/rulesync/dist/cli/index.js`. */
const rulesync = process.env["PRECEPT_BENCH_RULESYNC"];
const rounds = 5;

/** A row, and how to measure both sides of it. */
interface Comparison extends Pick<Row, "what" | "against" | "goal"> {
  readonly precept: (round: number) => Promise<number>;
  readonly baseline: (round: number) => Promise<number>;
  readonly rounds?: number;
  /** Why it is not measured. */
  readonly skipped?: string;
}

/**
 * Times the whole process of `precept export` to three tools: with all files new, the first repetition, later ones, and
 * `--check` in a fresh clone, which has no stored result. Every round that creates files has a directory of its own, and
 * none is removed before the end: some file systems create files slowly where others were removed a moment ago.
 */
export async function benchExport(): Promise<readonly Row[]> {
  const { rules } = createWorkload(1000);
  const what = `precept export, ${formatCount(rules.length)} rules to 3 tools, whole process`;
  if (!existsSync(program)) {
    return [{ bench: "export", what, against: "node -e 0", precept: "", baseline: "", skipped: "build first (pnpm build)" }];
  }
  await using files = await writeRuleFiles(rules, { kinds: "native" });
  await using copies = await createCopies(files.dir);
  // Without the global and user rules of this machine.
  const env = { ...process.env, PRECEPT_HOME: await copies.empty(), NO_COLOR: "1" };
  const args = (dir: string): readonly string[] => [program, "export", "--to", Object.keys(targets).join(","), "--root", dir];
  const emptyProcess = (): Promise<number> => timeOf(["-e", "0"], env);
  const exportNew = async (): Promise<number> => timeOf(args(await copies.of(files.dir)), env);
  const exported = await copies.of(files.dir);
  await timeOf(args(exported), env);
  const written = await readFiles(exported, Object.values(targets));
  checkCount(written.size, rules.length);

  const comparisons: readonly Comparison[] = [
    {
      what: `${what}, no change`,
      against: "node -e 0",
      goal: { kind: "times", limit: 3.5 },
      precept: () => timeOf(args(exported), env),
      baseline: emptyProcess,
      rounds: 15,
    },
    {
      what: `${what}, no change, first repetition`,
      against: "node -e 0",
      goal: { kind: "times", limit: 5 },
      precept: async () => {
        const dir = await copies.of(files.dir);
        await timeOf(args(dir), env);
        return timeOf(args(dir), env);
      },
      baseline: emptyProcess,
    },
    {
      what: `${what}, --check in a fresh clone`,
      against: "node -e 0",
      goal: { kind: "times", limit: 8 },
      precept: async () => timeOf([...args(await copies.of(exported)), "--check"], env),
      baseline: emptyProcess,
    },
    {
      what: `${what}, everything new`,
      against: "node -e 0",
      goal: { kind: "times", limit: 40 },
      precept: exportNew,
      baseline: emptyProcess,
    },
    {
      what: `${what}, everything new`,
      against: "the same files written once",
      precept: exportNew,
      baseline: async () => timeOfWrites(await copies.empty(), written, false),
    },
    {
      what: `${what}, everything new`,
      against: "the same files written once, each flushed",
      precept: exportNew,
      baseline: async () => timeOfWrites(await copies.empty(), written, true),
    },
    {
      what: `${what}, everything new`,
      against: "rulesync generate",
      goal: { kind: "faster", limit: 4 },
      precept: exportNew,
      baseline: async () => {
        const dir = await writeRulesyncRules(await copies.empty(), rules);
        return timeOf([rulesync ?? "", "generate", "--targets", "cursor,claudecode,kiro", "--features", "rules"], env, dir);
      },
      ...(rulesync === undefined && { skipped: "name its program file in PRECEPT_BENCH_RULESYNC" }),
    },
  ];
  const rows: Row[] = [];
  for (const { precept, baseline, rounds: count = rounds, skipped, ...row } of comparisons) {
    if (skipped !== undefined) {
      rows.push({ ...row, bench: "export", precept: "", baseline: "", skipped });
      continue;
    }
    const measured = await comparePairs(precept, baseline, count);
    rows.push({
      ...row,
      bench: "export",
      precept: formatTime(measured.precept),
      baseline: formatTime(measured.baseline),
      ratio: measured.timeRatio,
    });
  }
  return [
    ...rows,
    await compareBytes(`${what}, everything new, bytes in the project`, { before: files.dir, after: exported, written }),
  ];
}

/** Compares the bytes that an export adds to a project with those of the exported files. */
async function compareBytes(
  what: string,
  { before, after, written }: { readonly before: string; readonly after: string; readonly written: ReadonlyMap<string, string> },
): Promise<Row> {
  const added = (await countBytes(after)) - (await countBytes(before));
  const bytes = [...written.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return {
    bench: "export",
    what,
    against: "the exported files",
    precept: `${formatCount(Math.round(added / 1024))} KiB`,
    baseline: `${formatCount(Math.round(bytes / 1024))} KiB`,
    ratio: added / bytes,
  };
}

interface Copies extends AsyncDisposable {
  /** Copies a directory to a new path. */
  of(dir: string): Promise<string>;
  /** Creates an empty directory at a new path. */
  empty(): Promise<string>;
}

/** Creates directories next to one, on the same file system. Disposal removes them. */
async function createCopies(dir: string): Promise<Copies> {
  const parent = await mkdtemp(join(dirname(dir), "precept-bench-copies-"));
  let count = 0;
  const next = (): string => join(parent, String((count += 1)));
  return {
    async of(original) {
      const path = next();
      await cp(original, path, { recursive: true });
      return path;
    },
    async empty() {
      const path = next();
      await mkdir(path);
      return path;
    },
    async [Symbol.asyncDispose]() {
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function listFiles(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function countBytes(dir: string): Promise<number> {
  const sizes = await Promise.all((await listFiles(dir)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Reads the files in some directories of a project, by their paths in it. */
async function readFiles(project: string, dirs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const paths = (await Promise.all(dirs.map((dir) => listFiles(join(project, dir))))).flat();
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(project.length + 1), await readFile(path, "utf8")] as const),
  );
  return new Map(texts);
}

function checkCount(written: number, ruleCount: number): void {
  // Some rules of the workload have an inclusion that not every tool supports.
  if (written < (Object.keys(targets).length * ruleCount) / 2)
    throw new ResultMismatch(`precept export wrote ${written} files for ${ruleCount} rules.`);
}

/** Writes files in the simplest way that a program can. @returns milliseconds. */
function timeOfWrites(dir: string, files: ReadonlyMap<string, string>, isFlushed: boolean): number {
  const start = performance.now();
  for (const directory of new Set([...files.keys()].map((path) => dirname(path))))
    mkdirSync(join(dir, directory), { recursive: true });
  for (const [path, text] of files) {
    const file = openSync(join(dir, path), "wx");
    writeFileSync(file, text);
    if (isFlushed) fsyncSync(file);
    closeSync(file);
  }
  return performance.now() - start;
}

/** Writes the rules as rulesync reads them. Returns the directory. */
async function writeRulesyncRules(dir: string, rules: readonly Rule[]): Promise<string> {
  await mkdir(join(dir, ".rulesync/rules"), { recursive: true });
  for (const { name, description, globs, content } of rules) {
    const header = [`description: ${JSON.stringify(description)}`, `globs: ${JSON.stringify(globs)}`];
    const text = ["---", "root: false", 'targets: ["*"]', ...header, "---", content].join("\n");
    await writeFile(join(dir, ".rulesync/rules", `${name}.md`), text);
  }
  return dir;
}

async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv, cwd = tmpdir()): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env, cwd, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - start;
}
