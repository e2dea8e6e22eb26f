import type { CliCommand } from "./define.ts";

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The heading of the request options in the help of the commands that use them. */
export const requestOptionsHeading = "Request Options:";

export function addSharedOptions(program: CliCommand): void {
  program
    .option(
      "--root <dir>",
      "the project directory (default: the current directory or its nearest parent that contains .precept/config.yaml, .git, .precept or .cursor)",
      (dir: string) => {
        program.roots.push(dir);
        return dir;
      },
    )
    .option("--rules-dir <dir>", "also read rules from this directory (repeatable)", collect)
    .option("--no-default-rules", "read only the rules in --rules-dir")
    .option("--project <id>", "include the rules of this project in a shared database", collect)
    .option("--user <id>", "include the personal rules of this user")
    .option("--json", "print JSON")
    .option("-q, --quiet", "print only results and errors: no notes, progress or confirmations")
    .option("--no-color", "print no colours")
    .optionsGroup(requestOptionsHeading)
    .option("--files <path>", "a file that the request is about (repeatable)", collect)
    .option("--rules-include <name-or-glob>", "request a rule by name, path or glob (repeatable)", collect)
    .option("--tool <tool>", "answer for this tool, such as cursor or claude (default: any tool)")
    .optionsGroup("");
}
