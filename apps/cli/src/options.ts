import type { Command } from "commander";

/** The options that every command takes, as they were written on the command line. */
export interface SharedOptions {
  readonly root?: string;
  readonly rulesDir?: readonly string[];
  readonly defaultRules: boolean;
  readonly rulesInclude?: readonly string[];
  readonly files?: readonly string[];
  readonly user?: string;
  readonly tool?: string;
  readonly json?: boolean;
}

/** For options that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function addSharedOptions(program: Command): void {
  program
    .option(
      "--root <dir>",
      "the project (default: the nearest directory above that has .precept/config.yaml, .git, .precept or .cursor)",
    )
    .option("--rules-dir <path>", "read rules from this directory as well (repeatable)", collect)
    .option("--no-default-rules", "read no rules but those of --rules-dir")
    .option("--rules-include <name-or-glob>", "ask for a rule by name, path or glob (repeatable)", collect)
    .option("--files <path>", "a file that the request is about (repeatable)", collect)
    .option("--user <id>", "whose personal rules to use")
    .option("--tool <name>", "the tool that will read the answer, such as cursor or claude (default: any)")
    .option("--json", "answer as JSON");
}
