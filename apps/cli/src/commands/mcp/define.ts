import { Option } from "commander";
import { phases } from "@precept/governance";
import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import type { McpOptions } from "./command.ts";

export const defineMcp: Define = (program, run) => {
  const command = program
    .command("mcp")
    .summary("serve the policies to an agent over MCP")
    .description(
      "Serves the policies of the project over the Model Context Protocol, on standard input and output, until the client closes the connection: the tool " +
        "rule_engine, a tool for each policy, and notifications of violations. Agents start this command: add it to their settings.",
    )
    .addOption(new Option("--phase <phase>", "the phase of requests that do not name one").choices(phases))
    .option("--no-register", "do not let clients register policies");
  addUsage(command, "guides/mcp.md", { "Add the server to Claude Code": "claude mcp add precept -- precept mcp" });
  command.action(() =>
    run<McpOptions>(command, [], async () => (await import("./command.ts")).serveMcp, { watch: true, writes: true }),
  );
};
