import { mkdirSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { applyOperation, prepareProject, type ModelProject } from "./operations.ts";
import { Random } from "./random.ts";

export interface ModelOptions {
  readonly seed: number;
  readonly operations: number;
  /** How many live workspaces watch the project. Half of them are opened later, one with each burst. */
  readonly watchers: number;
  /** How many operations pass between two comparisons. */
  readonly burst: number;
  /** How long after the last operation the answers are compared, in milliseconds. */
  readonly quiet: number;
  /** Told after each comparison. */
  readonly onProgress?: (operations: number) => void;
}

/** A watched workspace that answered differently from one that was just opened. */
export interface Mismatch {
  readonly watcher: number;
  readonly operation: number;
  /** What the watched workspace answers and the new one does not, and the other way round. */
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  /** Whether the answers were equal some seconds later. */
  readonly isLate: boolean;
  /** The operations since the last time that the answers were equal. */
  readonly log: readonly string[];
}

/** How long after a mismatch the answers are compared again, in milliseconds. */
const lateAfter = 8000;

/** Changes a real project at random, and compares the answers of watched workspaces with those of a workspace that is opened afterwards. */
export async function runLiveModel(options: ModelOptions): Promise<Mismatch | undefined> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "precept-live-")));
  const project: ModelProject = { dir: join(top, "project"), random: new Random(options.seed), writes: 0 };
  const home = join(top, "home");
  mkdirSync(home);
  const watchers: Workspace[] = [];
  const open = (watch: boolean): Promise<Workspace> => openWorkspace(project.dir, { home, watch });
  try {
    prepareProject(project);
    while (watchers.length < Math.ceil(options.watchers / 2)) watchers.push(await open(true));
    for (let done = 0; done < options.operations;) {
      const log: string[] = [];
      const opensIn = watchers.length < options.watchers ? project.random.below(options.burst) : -1;
      for (let left = options.burst; left > 0 && done < options.operations; left -= 1) {
        log.push(applyOperation(project));
        done += 1;
        // Some operations follow one another immediately, others after the watchers had time to look.
        if (project.random.below(3) === 0) await setTimeout(project.random.below(40));
        if (left === opensIn) {
          watchers.push(await open(true));
          log.push("open a watcher");
        }
      }
      await setTimeout(options.quiet);
      const mismatch = await compare(watchers, open);
      if (mismatch !== undefined) {
        await setTimeout(lateAfter);
        const isLate = (await compare(watchers, open)) === undefined;
        return { ...mismatch, operation: done, isLate, log };
      }
      options.onProgress?.(done);
    }
    return undefined;
  } finally {
    for (const watcher of watchers) await watcher[Symbol.asyncDispose]();
    await rm(top, { recursive: true, force: true });
  }
}

async function compare(
  watchers: readonly Workspace[],
  open: (watch: boolean) => Promise<Workspace>,
): Promise<Pick<Mismatch, "watcher" | "stale" | "missing"> | undefined> {
  await using fresh = await open(false);
  const expected = await answerOf(fresh);
  for (const [watcher, workspace] of watchers.entries()) {
    const answer = await answerOf(workspace);
    if (isDeepStrictEqual(answer, expected)) continue;
    return {
      watcher,
      stale: answer.filter((line) => !expected.includes(line)),
      missing: expected.filter((line) => !answer.includes(line)),
    };
  }
  return undefined;
}

/** What a workspace answers, one line for each rule and each diagnostic. */
async function answerOf(workspace: Workspace): Promise<readonly string[]> {
  const rules = await workspace.list();
  const diagnostics = await workspace.diagnostics();
  const { prompt } = await workspace.resolve({ id: "model", files: ["packages/a/src/index.ts", "apps/web/src/deep/down/x.ts"] });
  return [
    ...rules.map(({ id, content, origin }) => `rule ${id} ${JSON.stringify(content)} ${origin.base ?? ""}`),
    ...diagnostics.map(({ code, file }) => `diagnostic ${code} ${file ?? ""}`),
    `prompt ${prompt}`,
  ].toSorted();
}
