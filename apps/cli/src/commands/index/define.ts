import type { Define } from "../../define.ts";

const guide = "guides/memory.md";

export const defineIndex: Define = (program) => {
  const index = program
    .command("index")
    .summary("show and rebuild the search index")
    .description(
      "Shows or rebuilds the index by which rules in the database are searched. It is kept up to date by itself. Rules in files are indexed in memory.",
    )
    .examples(guide, { "Show the state of the index": "precept index status", "Rebuild it": "precept index rebuild" });

  index
    .command("status", { isDefault: true })
    .summary("show the state of the search index")
    .description(
      "Shows how many rules of the database can be found by words and by meaning, the embedder, and the size of the file.",
    )
    .examples(guide, { "Show the state of the index": "precept index status" })
    .runs(async () => (await import("./command.ts")).indexStatus);

  index
    .command("rebuild")
    .summary("build the search index again")
    .description(
      "Builds the index of words again, embeds all rules that have no vector of the configured embedder, and removes the vectors of other embedders. Searches " +
        "continue meanwhile.",
    )
    .examples(guide, { "Embed all rules": "precept index rebuild" })
    .runs(async () => (await import("./command.ts")).rebuildIndex, { writes: true });
};
