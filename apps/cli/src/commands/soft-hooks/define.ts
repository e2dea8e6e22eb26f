import type { Define } from "../../define.ts";

export const defineSoftHooks: Define = (program, run) => {
  const softHooks = program
    .command("soft-hooks")
    .summary("show and settle advice that is open")
    .description(
      "Shows the advice that policies have given to agents and that was not taken yet. Advice that is ignored too often becomes more than that.",
    );

  const list = softHooks
    .command("list")
    .summary("show the advice that is open")
    .description("Shows the advice that is open, by whom it was given to, and how often it was ignored.")
    .option("--session <id>", "only that of this session");
  list.action(() => run(list, [], async () => (await import("./command.ts")).listSoftHooks));

  const ignore = softHooks
    .command("ignore")
    .argument("<key>", "the advice, as `list` shows it")
    .summary("count that advice was ignored")
    .description("Counts that the advice was ignored once more.")
    .option("--tool-use <id>", "the use of a tool in which it was ignored; one counts once (default: one of its own)");
  ignore.action((key: string) => run(ignore, [key], async () => (await import("./command.ts")).ignoreSoftHook, { writes: true }));

  const comply = softHooks
    .command("comply")
    .argument("<key>", "the advice, as `list` shows it")
    .summary("forget advice that was taken")
    .description("Forgets the advice, since it was taken.");
  comply.action((key: string) => run(comply, [key], async () => (await import("./command.ts")).complySoftHook, { writes: true }));
};
