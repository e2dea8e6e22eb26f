import { hostIds } from "@precept/agent-hooks/host-ids";
import { Argument, type Command } from "commander";
import type { Define } from "../../define.ts";

export const defineInstall: Define = (program) =>
  program
    .command("install")
    .addArgument(
      new Argument("<agents...>", "the coding agents, or detected: those that the project or the user has files of").choices([
        ...hostIds,
        "detected",
      ]),
    )
    .summary("add the hooks, and the MCP server where it is needed, to the files of coding agents")
    .description(
      "Adds hooks, which stop tool calls that violate policies and give the agent the rules that apply, to the configuration of coding agents, and the MCP " +
        "server if the hooks of an agent cannot give it rules. Other settings, comments and the layout of the files stay as they are. A second install writes nothing. Prints what is left for you to do. " +
        "precept uninstall restores the files, and precept doctor checks that the hooks work.",
    )
    .with(addInstallOptions)
    .option("--mcp", "add the MCP server also to agents whose hooks give them the rules")
    .option("--no-mcp", "add only the hooks")
    .option("--no-hooks", "add only the MCP server")
    .examples("guides/agent-hooks.md", {
      "Install into one agent of this project": "precept install claude-code",
      "Show what would change in the files of all agents that are used here": "precept install detected --dry-run",
    })
    .runsWithoutWorkspace(async () => (await import("./command.ts")).install);

function addInstallOptions(command: Command): Command {
  return command
    .option("--global", "change your own files, which apply to all projects, instead of the files of the project")
    .option("--command <command>", "how the agents start Precept (default: the project's dependency, else precept, else npx)")
    .option("--dry-run", "show the changes to each file without writing them");
}

export const defineUninstall: Define = (program) =>
  program
    .command("uninstall")
    .addArgument(new Argument("[agents...]", "the coding agents (default: all)").choices(hostIds))
    .summary("remove the hooks and the MCP server from the files of coding agents")
    .description(
      "Restores the configuration of coding agents to what it was before precept install. If a file was changed since, only the entries of Precept are removed.",
    )
    .with(addInstallOptions)
    .examples("guides/agent-hooks.md", {
      "Uninstall from all agents of this project": "precept uninstall",
      "Show what would change in your own files": "precept uninstall --global --dry-run",
    })
    .runsWithoutWorkspace(async () => (await import("../install/command.ts")).uninstall);
