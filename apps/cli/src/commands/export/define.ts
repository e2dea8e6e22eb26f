import type { Command } from "commander";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";

export const defineExport: Define = (program) =>
  program
    .command("export")
    .alias("sync")
    .summary("write rules, commands and servers for other tools")
    .description(
      "Writes the rules, commands, subagents, MCP servers, ignore files and permissions of the project to the files of other tools. Files that were written or changed by hand are never overwritten, and rules that a " +
        "tool cannot express are left out. Both are reported.",
    )
    .option(
      "--to <tools>",
      "the tools to write for, separated by commas; detected means those that the project uses (repeatable; default: export.to of the configuration)",
      collectNames,
    )
    .option(
      "--from <tools>",
      "write only the rules from these tools' files; precept means native rules (repeatable)",
      collectNames,
    )
    .option(
      "--kind <kinds>",
      "what to write, separated by commas: rules, commands, subagents, mcp, ignore, permissions (repeatable; default: all)",
      collectNames,
    )
    .with(addTransferOptions)
    .option("--check", "write nothing, print the changes, and exit with code 1 if a file is out of date")
    .option("--pull", "first take the edits of exported files into their rules")
    .option(
      "--force <path>",
      "overwrite this file even if it was written or edited by hand (repeatable; its text is kept in the backup)",
      collect,
    )
    .option(
      "--gitignore",
      "list the exported files in .gitignore, so that git ignores them (default: export.gitignore of the configuration)",
    )
    .option("--no-gitignore", "remove that list from .gitignore")
    .option(
      "--allow-programs",
      "write MCP servers, allowed actions and commands that let a tool start programs that it did not start before",
    )
    .option("--watch", "keep running, and write again after changes")
    .examples("guides/moving-rules.md", {
      "Write the rules for two tools": "precept export --to cursor,claude",
      "Show what would change, line by line": "precept export --to cursor --dry-run --diff",
      "Write the rules for the tools that the project uses": "precept export --to detected",
      "Write only the commands and MCP servers": "precept export --to cursor --kind commands,mcp",
      "Fail in CI if an exported file is out of date": "precept export --check",
    })
    .runs(
      async () => (await import("./command.ts")).exportRules,
      ({ watch = false }) => ({ writes: true, watch, precheck: async () => (await import("./idle-export.ts")).reuseIdleExport }),
    );

function addTransferOptions(command: Command): Command {
  return command
    .option("--lossy", "approximate rules that a tool cannot express, instead of leaving them out")
    .option("--over-limit", "write files that are larger than their tools read, instead of leaving them out")
    .option("--dry-run", "list the files that would change, with the number of lines, without writing them")
    .option("--diff", "print the lines that change in each file, also with --dry-run")
    .option("-y, --yes", "delete files without a question, even those that Precept did not create")
    .option("--all", "list every rule that is left out or loses information");
}

/** Collects names that are separated by commas or given by repeated options. */
export function collectNames(value: string, before: readonly string[] = []): readonly string[] {
  const names = value.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").reduce((all, name) => collect(name, all), before);
}

export const defineConvert: Define = (program) =>
  program
    .command("convert")
    .summary("convert one tool's rule files to another tool's format")
    .description("Writes the rules in one tool's files to the files of another tool. The source files remain authoritative.")
    .requiredOption("--from <tools>", "the tools to read from, separated by commas (repeatable)", collectNames)
    .requiredOption("--to <tools>", "the tools to write for, separated by commas (repeatable)", collectNames)
    .with(addTransferOptions)
    .examples("guides/moving-rules.md", {
      "Show what Claude's files would be for Cursor's rules": "precept convert --from cursor --to claude --dry-run",
    })
    .runs(async () => (await import("../export/command.ts")).exportRules, { writes: true });
