import type { Define } from "../../define.ts";

const guide = "guides/policies.md";

export const defineSoftHooks: Define = (program) => {
  const softHooks = program
    .command("soft-hooks")
    .summary("list and resolve open advisories")
    .description(
      "Lists and resolves the advisories that policies sent to agents. An advisory that is ignored too often is escalated to a violation.",
    )
    .examples(guide, { "List the open advisories": "precept soft-hooks list" });

  softHooks
    .command("list")
    .summary("list open advisories")
    .description("Lists the open advisories, each with its agent and how often it was ignored.")
    .option("--session <id>", "only advisories of this session")
    .examples(guide, { "List the advisories of a session": "precept soft-hooks list --session 42" })
    .runs(async () => (await import("./command.ts")).listSoftHooks, { sharesState: true });

  softHooks
    .command("ignore")
    .argument("<advisory>", "the key of an advisory, see `precept soft-hooks list`")
    .summary("record that an advisory was ignored")
    .description("Records that an advisory was ignored once more.")
    .option("--tool-use <id>", "the id of the tool use that ignored it; each id counts once (default: a new id)")
    .examples(guide, { "Record that an advisory was ignored": "precept soft-hooks ignore 3f9a2c" })
    .runs(async () => (await import("./command.ts")).ignoreSoftHook, { writes: true, sharesState: true });

  softHooks
    .command("comply")
    .argument("<advisory>", "the key of an advisory, see `precept soft-hooks list`")
    .summary("resolve an advisory that was followed")
    .description("Resolves an advisory that the agent followed.")
    .examples(guide, { "Resolve an advisory": "precept soft-hooks comply 3f9a2c" })
    .runs(async () => (await import("./command.ts")).complySoftHook, { writes: true, sharesState: true });
};
