import { dirname, join } from "node:path";
import { matchesGlob } from "@precept/core";
import { existsAt, looksSecret, pathInside } from "@precept/files";
import type { Trust } from "./trust.ts";

/**
 * Whether a file must not come into a prompt: it holds credentials by its name, or git ignores it, and the user has not allowed it.
 *
 * @param directory the project's.
 */
export function createPrivacyCheck(directory: string, trust: Trust): (path: string) => Promise<boolean> {
  const isIgnored = createIgnoreCheck(directory);
  return async (path) => !isAllowedPrivate(trust, path) && (looksSecret(path) || (await isIgnored(path)));
}

/** How long an answer of git's is reused, in milliseconds: one request asks for the same files several times. */
const reuse = 2_000;

/** How long git is not asked again after it stalled, in milliseconds. */
const stallReuse = 30_000;

/** How long one call of git may take, in milliseconds. */
const timeLimit = 10_000;

/**
 * Whether the user allows a file to be brought into a prompt although it holds credentials by its name or git ignores it.
 *
 * @param path absolute, without links.
 */
function isAllowedPrivate({ project, allowPrivate }: Trust, path: string): boolean {
  const inProject = pathInside(project.real, path) ?? path;
  return allowPrivate.some((glob) => matchesGlob(glob, inProject));
}

/**
 * Returns a function that asks git whether it ignores a file. Outside a repository, and where there is no git, no file is ignored. Where git stalls,
 * every file counts as ignored for a while.
 */
function createIgnoreCheck(directory: string): (path: string) => Promise<boolean> {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>();
  let stalledUntil = 0;
  return async (path) => {
    const now = Date.now();
    if (stalledUntil > now) return true;
    const known = answers.get(path);
    if (known !== undefined && known.until > now) return known.answer;
    for (const [cached, { until }] of answers) if (until <= now) answers.delete(cached);
    const answer = askGit(directory, path, () => {
      stalledUntil = Date.now() + stallReuse;
    });
    answers.set(path, { until: now + reuse, answer });
    return answer;
  };
}

async function askGit(directory: string, path: string, onStall: () => void): Promise<boolean> {
  if (!isInRepository(directory)) return false;
  const { GitFailure, runGit } = await import("@precept/enforcement/git");
  try {
    const call = { answers: [1, 128], timeLimit, endIfStalled: true };
    const { code } = await runGit(directory, ["check-ignore", "--quiet", "--", path], call);
    return code === 0;
  } catch (error) {
    if (!(error instanceof GitFailure) || error.reason !== "timeout") return false;
    onStall();
    return true;
  }
}

/** Whether a directory, or one above it, has a `.git`. Most of the time this saves starting git. */
function isInRepository(directory: string): boolean {
  if (existsAt(join(directory, ".git"))) return true;
  const parent = dirname(directory);
  return parent !== directory && isInRepository(parent);
}
