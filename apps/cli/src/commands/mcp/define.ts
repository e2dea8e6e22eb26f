import { Option } from "commander";
import { phases } from "@precept/governance";
import type { Define } from "../../define.ts";
import type { McpOptions } from "./command.ts";

export const defineMcp: Define = (program, run) => {
  const command = program
    .command("mcp")
    .summary("serve the policies to an agent over MCP")
    .description(
      "Serves the policies of this project over Model Context Protocol, on standard input and output, until the client ends it: the tool " +
        "rule_engine, a tool for each policy, and notifications of violations. An agent's settings name this command.",
    )
    .addOption(new Option("--phase <phase>", "the phase of requests that name none").choices(phases))
    .option("--no-register", "let clients check only: policies are those of the files");
  command.action(() =>
    run<McpOptions>(command, [], async () => (await import("./command.ts")).serveMcp, { watch: true, writes: true }),
  );
};
