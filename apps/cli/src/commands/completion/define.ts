import { Argument } from "commander";
import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import { shells, type Shell } from "./shells.ts";

export const defineCompletion: Define = (program, run) => {
  const command = program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .summary("print a script that completes commands in your shell")
    .description(
      "Prints a script that completes commands, options and their values, rule names and policy ids in your shell. Load it in the startup file of " +
        "your shell.",
    );
  addUsage(command, "reference/commands.md", {
    "bash: add to ~/.bashrc": "source <(precept completion bash)",
    "zsh: add to ~/.zshrc, after compinit": "source <(precept completion zsh)",
    "fish: add to ~/.config/fish/config.fish": "precept completion fish | source",
  });
  command.action(async (shell: Shell) => {
    const { printScript } = await import("./scripts.ts");
    await run(command, [shell], async () => async () => printScript(shell), { workspace: false });
  });
};

/** The hidden command that the scripts call. */
export const defineComplete: Define = (program, run) => {
  const command = program
    .command("complete", { hidden: true })
    .argument("<line>", "the command line up to the cursor")
    .description("Prints the values that complete a command line, one per line, each with a tab and its description.");
  command.action(async (line: string) => {
    const { complete, completeStatically } = await import("./complete.ts");
    const { applyOptions, parseLine } = await import("./parse-line.ts");
    const position = parseLine(program, line);
    applyOptions(program, position);
    await run(
      command,
      [line],
      async () =>
        async ({ workspace }) =>
          complete(position, workspace),
      {
        precheck: async () => async () => {
          const result = completeStatically(position);
          return result === undefined ? {} : { result };
        },
      },
    );
  });
};
