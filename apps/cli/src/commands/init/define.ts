import type { Define } from "../../define.ts";
import { collectNames } from "../export/define.ts";

export const defineInit: Define = (program) =>
  program
    .command("init")
    .summary("set up a project")
    .description(
      "Creates the .precept directory of a project: a configuration, a first rule, a .gitignore file and, if you choose some, starter policies. Lists the " +
        "rule files of other tools and does not change them.",
    )
    .option("-y, --yes", "do not ask")
    .option(
      "--policies <names>",
      "starter policies, separated by commas, or all, or none (repeatable; default: asks in a terminal, else none)",
      collectNames,
    )
    .option("--dry-run", "show the files that would be created")
    .examples("reference/configuration.md", {
      "Set up a project": "precept init",
      "Set up a project with two starter policies, without questions": "precept init --yes --policies secrets,git-safety",
    })
    .runs(async () => (await import("./command.ts")).init, { writes: true });
