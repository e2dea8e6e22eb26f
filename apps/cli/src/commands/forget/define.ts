import type { Define } from "../../define.ts";

export const defineForget: Define = (program) =>
  program
    .command("forget")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("delete a memory rule")
    .description(
      "Shows a rule and deletes it. Asks first in a terminal; elsewhere, --yes is required. Does not delete files of other tools. `precept restore` " +
        "brings back a rule that was in a database.",
    )
    .option("-y, --yes", "do not ask")
    .examples("guides/memory.md", { "Forget a rule": "precept forget money" })
    .runs(async () => (await import("./command.ts")).forget, { writes: true });
