import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Prints a line for each test that ends, with the path of its file; the line of a failed test starts with "failed". */
export class PrintResults implements Reporter {
  onTestCaseResult(test: TestCase): void {
    print(test.result().state, test.module);
  }

  onTestModuleEnd(module: TestModule): void {
    print(module.state(), module);
  }
}

function print(state: string, { moduleId }: TestModule): void {
  process.stdout.write(`${state} ${moduleId}\n`);
}
