import { dirname, join } from "node:path";
import { matchesGlob } from "@precept/core";
import { existsAt, isSecretFile, pathInside } from "@precept/files";
import type { Trust } from "./trust.ts";

/** Returns a check for files that no prompt includes: credentials and ignored files that the user has not allowed. */
export function createPrivacyCheck(directory: string, trust: Trust): (path: string) => Promise<boolean> {
  const isIgnored = createIgnoreCheck(directory);
  return async (path) => !isAllowedPrivate(trust, path) && (isSecretFile(path) || (await isIgnored(path)));
}

/** How long an answer of git is cached, in milliseconds. One request checks the same files several times. */
const cacheMs = 2_000;

/** How long git is not called after it stalled, in milliseconds. */
const stallPauseMs = 30_000;

/** The time limit of a git call, in milliseconds. */
const timeLimit = 10_000;

/** Whether the user's configuration allows a private file in prompts. The path is absolute, with links resolved. */
function isAllowedPrivate({ project, allowPrivate }: Trust, path: string): boolean {
  const inProject = pathInside(project.real, path) ?? path;
  return allowPrivate.some((glob) => matchesGlob(glob, inProject));
}

/** Returns a check whether git ignores a file. Without git none is; while git stalls, every file is. */
function createIgnoreCheck(directory: string): (path: string) => Promise<boolean> {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>();
  let stalledUntil = 0;
  return async (path) => {
    const now = Date.now();
    if (stalledUntil > now) return true;
    const cached = answers.get(path);
    if (cached !== undefined && cached.until > now) return cached.answer;
    for (const [cachedPath, { until }] of answers) if (until <= now) answers.delete(cachedPath);
    const answer = askGit(directory, path, () => {
      stalledUntil = Date.now() + stallPauseMs;
    });
    answers.set(path, { until: now + cacheMs, answer });
    return answer;
  };
}

async function askGit(directory: string, path: string, onStall: () => void): Promise<boolean> {
  if (!isInRepository(directory)) return false;
  const { GitError, runGit } = await import("@precept/enforcement/git");
  try {
    const call = { allowedExitCodes: [1, 128], timeLimit, endIfStalled: true };
    const { code } = await runGit(directory, ["check-ignore", "--quiet", "--", path], call);
    return code === 0;
  } catch (error) {
    if (!(error instanceof GitError) || error.reason !== "timeout") return false;
    onStall();
    return true;
  }
}

/** Whether a directory or one of its parents has a `.git`. Often saves a git process. */
function isInRepository(directory: string): boolean {
  if (existsAt(join(directory, ".git"))) return true;
  const parent = dirname(directory);
  return parent !== directory && isInRepository(parent);
}
