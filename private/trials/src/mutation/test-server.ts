import { join, relative } from "node:path";
import { BaseSequencer, createVitest, type TestModule } from "vitest/node";
import { root } from "../root.ts";

// A process that runs tests when it is asked to by a message. Between the runs, it keeps the modules that did not change.

export interface TestRequest {
  /** The files that changed since the last run. */
  readonly changed: readonly string[];
  /** The test files, in the order in which they start. */
  readonly tests: readonly string[];
}

/** The first message without `isRunning` ends a run. */
export interface TestAnswer {
  readonly isRunning: boolean;
  readonly hasFailed: boolean;
  /** The test file that failed; undefined if the run failed without one, for instance by an error outside all tests. */
  readonly file?: string | undefined;
}

class InOrder extends BaseSequencer {
  override sort<Specification>(files: Specification[]): Promise<Specification[]> {
    return Promise.resolve(files);
  }
}

/** The modules of the current run that have failed tests, or could not be imported. */
const failures: TestModule[] = [];

const reporter = {
  onTestCaseResult: () => answer({ isRunning: true, hasFailed: false }),
  onTestModuleEnd: (module: TestModule) => {
    if (module.state() !== "failed") return;
    failures.push(module);
    // A module that could not be imported has no failed test, which would end the run.
    void vitest.cancelCurrentRun("test-failure");
  },
};

const vitest = await createVitest("test", {
  config: "private/trials/src/mutation/vitest.config.ts",
  watch: false,
  reporters: [reporter],
  sequence: { sequencer: InOrder },
});
await vitest.standalone();

process.on("message", async ({ changed, tests }: TestRequest) => {
  for (const path of changed) vitest.invalidateFile(join(root, path));
  const project = vitest.getRootProject();
  failures.length = 0;
  const { unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((path) => project.createSpecification(join(root, path))),
  );
  const [failed] = failures;
  const file = failed && relative(root, failed.moduleId);
  answer({ isRunning: false, hasFailed: failed !== undefined || unhandledErrors.length > 0, file });
});

function answer(message: TestAnswer): void {
  process.send?.(message);
}
