import { Option } from "commander";
import { phases, sessionTypes } from "@precept/contract/values";
import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";
import { collectNames } from "../export/define.ts";

export const defineMcp: Define = (program) =>
  program
    .command("mcp")
    .summary("serve rules and policies to an agent over MCP")
    .description(
      "Serves the rules and policies of the project over the Model Context Protocol, on standard input and output, until the client closes the connection: " +
        "tools that return the rules for files, remember rules and check texts against policies, a prompt and resources. With --tool, the rules are those " +
        "for that tool. Agents start this command: add it to their settings.",
    )
    .option(
      "--tools <names>",
      "the tools to list, separated by commas (repeatable), or all (default: rules_for_files, remember_rule, rule_engine)",
      collectNames,
    )
    .option("--policy-tools", "list a tool for each policy, also for requests that do not name a phase")
    .addOption(new Option("--phase <phase>", "the phase of requests that do not name one").choices(phases))
    .addOption(
      new Option(
        "--session-type <type>",
        "also serve the agent context: main if only you see what the agent receives; shared, without MEMORY.md, if others do (default: not served)",
      ).choices(sessionTypes),
    )
    .option("--read-only", "do not let clients add rules, write memory and notes, or register policies")
    .option("--no-register", "do not let clients register policies")
    .option(
      "--answer-characters <number>",
      "the maximum length of an answer about rules; the rest follows on the next page (default: 20,000)",
      // The bounds that @precept/mcp sets, which is not loaded for help and completion.
      createIntegerParser(4000, 100_000),
    )
    .examples("guides/mcp.md", { "Add the server to Claude Code": "claude mcp add precept -- precept mcp" })
    .runs(async () => (await import("./command.ts")).serveMcp, {
      watch: true,
      writes: true,
      usesCounts: true,
    });
