import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import { Random } from "@precept/testing/random";
import type { Browser } from "playwright-core";
import type { Round, Size } from "../trial.ts";
import { compareAnswers } from "./compare-answers.ts";
import { followLosses, lossCount } from "./follow-losses.ts";
import { createEmptyProject, generateProject, type GeneratedProject, type ProjectSize } from "./generate-project.ts";
import { createHostileProject, hostileTexts, recordHostileSessions } from "./hostile-project.ts";
import { hostileVisits, showHostileTexts, type HostileVisit } from "./show-hostile-texts.ts";
import { serveProject, type ServedProject } from "./served-project.ts";
import { attackCount, withstandAttacks } from "./withstand-attacks.ts";

interface RoundSize extends ProjectSize {
  /** How many answers are compared. */
  readonly answers: number;
  /** How many pages are shown with hostile texts. */
  readonly visits: number;
  /** How many sessions of agents with hostile texts are recorded. */
  readonly sessions: number;
  /** Whether users are attacked, and servers and networks fail. */
  readonly isWhole: boolean;
}

const sizes = {
  sample: { rules: 120, files: 600, answers: 5, visits: 4, sessions: 2, isWhole: false },
  full: {
    rules: 10_000,
    files: 190_000,
    answers: 100,
    visits: hostileVisits.length,
    sessions: hostileTexts.length,
    isWhole: true,
  },
} satisfies Record<Size, RoundSize>;

/** What the rounds share, because it takes long to create. */
interface Shared {
  readonly browser: Browser;
  readonly project: GeneratedProject;
  readonly served: ServedProject;
}

let shared: Promise<Shared> | undefined;

async function createShared(seed: number, size: ProjectSize): Promise<Shared> {
  const [browser, project] = await Promise.all([launchChromium(), generateProject(seed, size)]);
  return { browser, project, served: await serveProject(project, false) };
}

/**
 * Drives the console in Chromium against a server: compares its answers with those of the command line, shows it hostile
 * texts, attacks its users, and lets the server and the network fail.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  if (chromiumPath === undefined) return { counts: { "rounds skipped without Chromium": 1 }, failures: [] };
  const random = new Random(seed);
  const { answers, visits, sessions, isWhole } = sizes[size];
  const { browser, project, served } = await (shared ??= createShared(seed, sizes[size]));
  const { page, problems } = await openPage(browser);
  const failures = [...(await compareAnswers(page, served.url, project, random, answers)), ...problems];
  await page.context().close();
  failures.push(...(await showHostileProject(browser, random.shuffle(hostileVisits).slice(0, visits), sessions)));
  if (isWhole) failures.push(...(await attackUsers(browser)), ...(await followLosses(browser)));
  return {
    counts: { answers, "pages with hostile texts": visits, ...(isWhole && { attacks: attackCount, losses: lossCount }) },
    failures,
  };
}

async function showHostileProject(
  browser: Browser,
  visits: readonly HostileVisit[],
  sessions: number,
): Promise<readonly string[]> {
  await using project = await createHostileProject();
  await using served = await serveProject(project, false);
  await recordHostileSessions(served.workspace, sessions);
  const { page } = await openPage(browser);
  const failures = await showHostileTexts(page, served.url, visits);
  await page.context().close();
  return failures;
}

async function attackUsers(browser: Browser): Promise<readonly string[]> {
  await using project = await createEmptyProject();
  await using served = await serveProject(project, true);
  return await withstandAttacks(browser, served);
}

export async function end(): Promise<void> {
  const { browser, project, served } = (await shared) ?? {};
  shared = undefined;
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
}
