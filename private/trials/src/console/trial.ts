import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import { Random } from "@precept/testing/random";
import type { Browser } from "playwright-core";
import type { Round, Size } from "../trial.ts";
import { compareAnswers } from "./compare-answers.ts";
import { generateProject, type GeneratedProject, type ProjectSize } from "./generate-project.ts";
import { serveProject, type ServedProject } from "./served-project.ts";

interface RoundSize extends ProjectSize {
  /** How many answers are compared. */
  readonly answers: number;
}

const sizes = {
  sample: { rules: 120, files: 600, answers: 12 },
  full: { rules: 10_000, files: 190_000, answers: 100 },
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

/** Drives the console in Chromium against a server: compares its answers with those of the command line. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  if (chromiumPath === undefined) return { counts: { "skipped without Chromium": 1 }, failures: [] };
  const random = new Random(seed);
  const { browser, project, served } = await (shared ??= createShared(seed, sizes[size]));
  const { page, problems } = await openPage(browser);
  const answers = await compareAnswers(page, served.url, project, random, sizes[size].answers);
  await page.context().close();
  return { counts: { answers: sizes[size].answers }, failures: [...answers, ...problems] };
}

export async function end(): Promise<void> {
  const { browser, project, served } = (await shared) ?? {};
  shared = undefined;
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
}
