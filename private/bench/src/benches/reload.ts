import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRulebook } from "@precept/core";
import { createFsStore } from "@precept/store-fs";
import { watch } from "chokidar";
import { comparePairs } from "../measure.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { ruleRoots, writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const sizes = [100, 1000, 10_000];
const rounds = 31;

/** Milliseconds between two writes, so that late events of one write do not fall into the next. */
const pause = 30;

/** Times `fs.writeFile` until an answer contains the change, against `fs.writeFile` until chokidar reports the change. */
export async function benchReload(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(await benchSize(size));
  return rows;
}

async function benchSize(size: number): Promise<Row> {
  const { rules } = createWorkload(size, 10);
  await using files = await writeRuleFiles(rules);
  await using store = createFsStore({ projectDir: files.dir, roots: ruleRoots, watch: true });
  await using rulebook = createRulebook({ stores: [store], root: files.dir });
  await rulebook.resolve();
  const watcher = watch(
    ruleRoots.map(({ dir }) => join(files.dir, dir)),
    { ignoreInitial: true },
  );
  await new Promise<void>((resolve) => void watcher.once("ready", () => resolve()));
  const path = join(files.dir, files.paths[0] ?? "");
  const original = await readFile(path, "utf8");
  let writes = 0;

  /** Writes the file and measures the time until `notified` resolves and `then` has finished. */
  const timeWrite = async (notified: Promise<void>, then: (marker: string) => Promise<void>): Promise<number> => {
    writes += 1;
    const marker = `Write number ${writes}.`;
    const start = performance.now();
    await writeFile(path, `${original}\n${marker}\n`);
    await notified;
    await then(marker);
    const time = performance.now() - start;
    await setTimeout(pause);
    return time;
  };
  const measured = await comparePairs(
    () =>
      timeWrite(
        new Promise((resolve) => {
          const end = rulebook.subscribe(() => {
            end();
            resolve();
          });
        }),
        async (marker) => {
          const request = { include: [rules[0]?.name ?? ""] };
          const { prompt } = await rulebook.resolve(request, { budget: { characters: Number.MAX_SAFE_INTEGER } });
          if (!prompt.includes(marker)) throw new ResultMismatch("The answer does not contain the change.");
        },
      ),
    () => timeWrite(new Promise((resolve) => void watcher.once("change", () => resolve())), () => Promise.resolve()),
    rounds,
    3,
  );
  await watcher.close();
  return {
    bench: "reload",
    what: `changed file → new answer, ${formatCount(size)} rules`,
    precept: formatTime(measured.precept),
    baseline: formatTime(measured.baseline),
    against: "chokidar's event alone",
    ratio: measured.timeRatio,
    goal: { kind: "times", limit: 1.3 },
  };
}
