import { mkdirSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { applyOperation, prepareProject, type ModelProject } from "./operations.ts";
import { Random } from "@precept/testing/random";

interface ModelOptions {
  readonly seed: number;
  readonly operations: number;
  /** Number of watched workspaces. Half of them are opened later, one in each burst. */
  readonly watchers: number;
  /** Number of operations between two comparisons. */
  readonly burst: number;
  /** Milliseconds between the last operation and a comparison. */
  readonly quiet: number;
}

/** A difference between the answers of a watched and a newly opened workspace. */
interface Mismatch {
  readonly watcher: number;
  readonly operation: number;
  /** Lines that only the watched workspace answers. */
  readonly stale: readonly string[];
  /** Lines that only the new workspace answers. */
  readonly missing: readonly string[];
  /** Whether the answers were equal some seconds later. */
  readonly isLate: boolean;
  /** The operations since the last time that the answers were equal. */
  readonly log: readonly string[];
}

/** Milliseconds after a mismatch until the answers are compared again. */
const lateAfter = 8000;

/** Changes a project at random, and compares the answers of watched workspaces with those of a newly opened one. Returns the first mismatch. */
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
        // Some operations follow immediately, others after a pause in which the watchers can react.
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

/** Returns one line for each rule and diagnostic of a workspace, and its prompt. */
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
