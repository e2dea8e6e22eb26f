import { Argument } from "commander";
import { hostIds } from "@precept/agent-hooks/host-ids";
import type { Define } from "../../define.ts";
import { addInstallOptions } from "../install/define.ts";

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
