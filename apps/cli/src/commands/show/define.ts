import type { Define } from "../../define.ts";

export const defineShow: Define = (program) =>
  program
    .command("show")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("show one rule")
    .description("Shows all fields and the text of a rule. With --files, also whether it applies to them, and why.")
    .option("--all-tenants", "find the rule among the rules of all projects and users")
    .examples("concepts.md", {
      "Show a rule": "precept show money",
      "Does it apply to a file?": "precept show money --files src/cart.tsx",
    })
    .runs(async () => (await import("./command.ts")).show);
