import type { Define } from "../../define.ts";

export const defineConflicts: Define = (program) =>
  program
    .command("conflicts")
    .summary("find rules that conflict with each other")
    .description(
      "Finds rules with the same name or text, rules that seem to contradict each other, and rules whose patterns match no file of the project. Exits " +
        "with code 1 if there are any.",
    )
    .examples("concepts.md", { "List all conflicts": "precept conflicts" })
    .runs(async () => (await import("./command.ts")).conflicts);
