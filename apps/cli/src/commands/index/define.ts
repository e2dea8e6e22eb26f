import type { Define } from "../../define.ts";
import { addUsage, helpCommand } from "../../help-text.ts";

const guide = "guides/memory.md";

export const defineIndex: Define = (program, run) => {
  const index = program
    .command("index")
    .helpCommand(...helpCommand)
    .summary("show and rebuild the search index")
    .description(
      "Shows or rebuilds the index by which rules in the database are searched. It is kept up to date by itself. Rules in files are indexed in memory.",
    );
  addUsage(index, guide, { "Show the state of the index": "precept index status", "Rebuild it": "precept index rebuild" });

  const status = index
    .command("status", { isDefault: true })
    .summary("show the state of the search index")
    .description(
      "Shows how many rules of the database can be found by words and by meaning, the embedder, and the size of the file.",
    );
  addUsage(status, guide, { "Show the state of the index": "precept index status" });
  run(status, async () => (await import("./command.ts")).indexStatus);

  const rebuild = index
    .command("rebuild")
    .summary("build the search index again")
    .description(
      "Builds the index of words again, embeds all rules that have no vector of the configured embedder, and removes the vectors of other embedders. Searches " +
        "continue meanwhile.",
    );
  addUsage(rebuild, guide, { "Embed all rules": "precept index rebuild" });
  run(rebuild, async () => (await import("./command.ts")).rebuildIndex, { writes: true });
};
