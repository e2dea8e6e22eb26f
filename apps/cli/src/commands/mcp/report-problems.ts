import type { Diagnostic } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { Terminal } from "../../terminal/terminal.ts";
import { count, printable } from "../../terminal/text.ts";

/** How many problems are printed at a time. `precept lint` lists all. */
const maxProblems = 20;

/**
 * Prints the problems of policies and the errors of rule files on standard error: now, and after every change those that are new.
 *
 * @returns a function that stops it.
 */
export async function reportProblems(workspace: Reported, terminal: Terminal): Promise<() => void> {
  let printed = new Set<string>();
  const report = (problems: readonly Diagnostic[]): void => {
    const lines = new Set(problems.map(describe));
    print([...lines].filter((line) => !printed.has(line)));
    printed = lines;
  };
  let ofPolicies = await workspace.policies.diagnostics();
  report([...errorsIn(await workspace.diagnostics()), ...ofPolicies]);
  return workspace.subscribe(({ diagnostics, policies: changed }) => {
    ofPolicies = changed?.diagnostics ?? ofPolicies;
    report([...errorsIn(diagnostics), ...ofPolicies]);
  });

  function print(lines: readonly string[]): void {
    for (const line of lines.slice(0, maxProblems)) terminal.err(`${line}\n`);
    const more = lines.length - maxProblems;
    if (more > 0) terminal.err(`${count(more, "more problem")}: run precept lint.\n`);
  }
}

type Reported = Pick<Workspace, "policies" | "diagnostics" | "subscribe">;

function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

function describe({ file, line, message, code }: Diagnostic): string {
  const at = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  return `${printable(at + message)} (${code})`;
}
