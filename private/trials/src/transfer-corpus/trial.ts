import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Round } from "../trial.ts";
import { checkRepository } from "./check-repository.ts";
import { checkNames } from "./checks.ts";
import { copyRepository, listRepositories } from "./repositories.ts";

/** The number of problems of a check that a report shows. */
const maxShown = 3;

/**
 * Takes one repository of the directory `PRECEPT_CORPUS`: the round with the seed 1 the first one, and so on. Counts
 * what holds for it, and the views of tools that have doubled lines.
 */
export async function runRound(seed: number): Promise<Round> {
  const { PRECEPT_CORPUS: corpus } = process.env;
  if (corpus === undefined) return { counts: { "rounds without PRECEPT_CORPUS": 1 }, failures: [] };
  const names = listRepositories(corpus);
  const name = names[(seed - 1) % Math.max(1, names.length)];
  if (name === undefined) return { counts: { "rounds without a repository": 1 }, failures: [] };
  const top = realpathSync(mkdtempSync(join(tmpdir(), "precept-corpus-")));
  try {
    const dir = join(top, "project");
    copyRepository(join(corpus, name), dir);
    const { problems, views, doubledViews, causes, overwritten } = await checkRepository(dir);
    const held = checkNames.filter((check) => problems.of(check).length === 0);
    const failures = checkNames.flatMap((check) => {
      const found = problems.of(check);
      const shown = found.slice(0, maxShown).map((problem) => `${name}, ${check}: ${problem.slice(0, 300)}`);
      return found.length > maxShown ? [...shown, `${name}, ${check}: ${found.length - maxShown} more`] : shown;
    });
    return {
      counts: {
        repositories: 1,
        ...Object.fromEntries(held.map((check) => [`× ${check}`, 1])),
        views,
        "views with doubled lines": doubledViews,
        "files that differ between tools": overwritten.length,
      },
      failures,
      notes: [...causes, ...overwritten.map((path) => `overwritten: ${path}`)].map((note) => `${name}: ${note}`),
    };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
