import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { comparePairs } from "../measure.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const smallest = 100;
/** The numbers of directories, and how many times the time with the smallest number they may take. */
const sizes: readonly (readonly [directories: number, limit: number | undefined])[] = [
  [2000, undefined],
  [20_000, 1.5],
  [200_000, 3],
];

/** Prints the peak memory of a process when it ends, in kilobytes. */
const peakOption = `data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))`;

/** Times the whole process of `precept explain` with one rule in trees of different sizes, against a small tree. */
export async function benchTree(): Promise<readonly Row[]> {
  const against = `${smallest} directories`;
  if (!existsSync(program))
    return [{ bench: "tree", what: whatIn(smallest), against, precept: "", baseline: "", skipped: "build first (pnpm build)" }];
  const rows: Row[] = [];
  await using small = await createTree(smallest);
  await small.explain();
  for (const [count, limit] of sizes) {
    await using tree = await createTree(count);
    const first = await tree.explain();
    const repeated = await comparePairs(
      async () => (await tree.explain()).time,
      async () => (await small.explain()).time,
      11,
    );
    const compared = await comparePairs(
      async () => (await tree.list()).time,
      async () => (await small.list()).time,
      5,
    );
    const [peak, smallPeak] = [(await tree.explain(true)).peak, (await small.explain(true)).peak];
    const what = whatIn(count);
    rows.push(
      {
        bench: "tree",
        what: `${what}, no change`,
        against,
        precept: formatTime(repeated.precept),
        baseline: formatTime(repeated.baseline),
        ratio: repeated.timeRatio,
        ...(limit !== undefined && { goal: { kind: "times", limit } }),
      },
      {
        bench: "tree",
        what: `${what.replace("explain", "list")}, all of them compared`,
        against,
        precept: formatTime(compared.precept),
        baseline: formatTime(compared.baseline),
        ratio: compared.timeRatio,
      },
      {
        bench: "tree",
        what: `${what}, first run`,
        against: "no change",
        precept: formatTime(first.time),
        baseline: formatTime(repeated.precept),
        ratio: first.time / repeated.precept,
      },
      {
        bench: "tree",
        what: `${what}, peak memory`,
        against,
        precept: formatBytes(peak),
        baseline: formatBytes(smallPeak),
        ratio: peak / smallPeak,
      },
    );
  }
  return rows;
}

function whatIn(count: number): string {
  return `precept explain, 1 rule, ${formatCount(count)} directories, whole process`;
}

interface Answered {
  /** In milliseconds. */
  readonly time: number;
  /** The peak memory in bytes, or 0 if it was not measured. */
  readonly peak: number;
}

interface Tree extends AsyncDisposable {
  readonly explain: (measuresPeak?: boolean) => Promise<Answered>;
  readonly list: () => Promise<Answered>;
}

/** Creates a project with one rule and this number of directories, 40 in each parent. Disposal removes it. */
async function createTree(count: number): Promise<Tree> {
  const parent = await mkdtemp(join(tmpdir(), "precept-bench-"));
  const dir = join(parent, "project");
  await mkdir(join(dir, ".precept/rules"), { recursive: true });
  await mkdir(join(dir, "src"));
  await writeFile(join(dir, "src/a.ts"), "");
  await writeFile(join(dir, ".precept/rules/house.md"), "---\nname: house\ndescription: D\nalwaysApply: true\n---\n\nBe kind.\n");
  // The project and `src` are two of them.
  let level = [dir];
  for (let made = 2; made < count;) {
    const next = level
      .flatMap((path) => Array.from({ length: 40 }, (_, number) => join(path, `d${number}`)))
      .slice(0, count - made);
    for (let at = 0; at < next.length; at += 64) await Promise.all(next.slice(at, at + 64).map((path) => mkdir(path)));
    made += next.length;
    level = next;
  }
  // Without the global and user rules of this machine. Outside the project, so that it is not searched.
  const env = { ...process.env, PRECEPT_HOME: join(parent, "home"), NO_COLOR: "1" };
  // Directories that changed just now are listed again.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const answer = async (args: readonly string[], options: readonly string[] = []): Promise<Answered> => {
    const start = performance.now();
    const { stdout, stderr } = await run(process.execPath, [...options, program, ...args, "--root", dir], { env });
    const time = performance.now() - start;
    if (!stdout.includes("house")) throw new ResultMismatch(`precept ${args.join(" ")} does not name the rule.`);
    return { time, peak: Number(/peak (\d+)/.exec(stderr)?.[1] ?? 0) * 1024 };
  };
  return {
    explain: (measuresPeak = false) => answer(["explain", "src/a.ts"], measuresPeak ? ["--import", peakOption] : []),
    list: () => answer(["list"]),
    async [Symbol.asyncDispose]() {
      await rm(parent, { recursive: true, force: true });
    },
  };
}
