import { scopes } from "@precept/core";
import { Option } from "commander";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
import { collectNames } from "../export/define.ts";

export const defineImport: Define = (program) =>
  program
    .command("import")
    .summary("import rules, commands and servers of other tools")
    .description(
      "Converts the rule files of other tools in the project to native rules. The files stay where they are; from then on, `precept export` updates them " +
        "from the rules. Commands, subagents, MCP servers, ignore files and permissions are imported too. Files with the same text, and links to one file, become one rule. Files that git ignores or that `rules.ignore` matches, fixtures, " +
        "templates and files of other working trees are skipped and listed.",
    )
    .option(
      "--from <tools>",
      "the tools to import from, separated by commas (repeatable; default: all); also rulesync, ruler, cursor-plugin and claude-plugin, or memories: claude-memory, memory-file, mem0, chatgpt, claude-export",
      collectNames,
    )
    .option(
      "--kind <kinds>",
      "what to import, separated by commas: rules, commands, subagents, mcp, ignore, permissions (repeatable; default: all)",
      collectNames,
    )
    .option(
      "--file <path>",
      "with --from memory-file, mem0, chatgpt or claude-export: the file to import memories from (repeatable)",
      collect,
    )
    .addOption(
      new Option(
        "--scope <scope>",
        "the scope of imported memories (default: project, and user for mem0, chatgpt and claude-export)",
      ).choices(scopes.filter((scope) => scope !== "session")),
    )
    .option("--include <path>", "import the rule files at this path even if they would be skipped (repeatable)", collect)
    .option("--take <path>", "if edits of a rule contradict each other, take the edits of this file (repeatable)", collect)
    .option(
      "--merge",
      "make one rule of files with nearly the same text, and one for each tool with the lines that only its file has",
    )
    .option("--dry-run", "show the rules that would be created")
    .examples("guides/moving-rules.md", {
      "Show what would be imported": "precept import --dry-run",
      "Import the rules of Cursor": "precept import --from cursor",
      "Import the rules of rulesync, and say what is not carried over": "precept import --from rulesync",
      "Import what Claude Code remembers about the project, as rules to review": "precept import --from claude-memory",
      "Import what ChatGPT saved, from its data export": "precept import --from chatgpt --file conversations.json --user ann",
      "Import a file that git ignores": "precept import --include CLAUDE.local.md",
    })
    .runs(async () => (await import("./command.ts")).importRules, { writes: true });
