import type { Define } from "../../define.ts";
import { addUsage, helpCommand } from "../../help-text.ts";

const guide = "guides/policies.md";

export const defineSoftHooks: Define = (program, run) => {
  const softHooks = program
    .command("soft-hooks")
    .helpCommand(...helpCommand)
    .summary("list and resolve open advisories")
    .description(
      "Lists and resolves the advisories that policies sent to agents. An advisory that is ignored too often is escalated to a violation.",
    );
  addUsage(softHooks, guide, { "List the open advisories": "precept soft-hooks list" });

  const list = softHooks
    .command("list")
    .summary("list open advisories")
    .description("Lists the open advisories, each with its agent and how often it was ignored.")
    .option("--session <id>", "only advisories of this session");
  addUsage(list, guide, { "List the advisories of a session": "precept soft-hooks list --session 42" });
  run(list, async () => (await import("./command.ts")).listSoftHooks);

  const ignore = softHooks
    .command("ignore")
    .argument("<advisory>", "the key of an advisory, see `precept soft-hooks list`")
    .summary("record that an advisory was ignored")
    .description("Records that an advisory was ignored once more.")
    .option("--tool-use <id>", "the id of the tool use that ignored it; each id counts once (default: a new id)");
  addUsage(ignore, guide, { "Record that an advisory was ignored": "precept soft-hooks ignore 3f9a2c" });
  run(ignore, async () => (await import("./command.ts")).ignoreSoftHook, { writes: true });

  const comply = softHooks
    .command("comply")
    .argument("<advisory>", "the key of an advisory, see `precept soft-hooks list`")
    .summary("resolve an advisory that was followed")
    .description("Resolves an advisory that the agent followed.");
  addUsage(comply, guide, { "Resolve an advisory": "precept soft-hooks comply 3f9a2c" });
  run(comply, async () => (await import("./command.ts")).complySoftHook, { writes: true });
};
