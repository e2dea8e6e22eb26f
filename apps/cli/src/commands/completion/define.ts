import { Argument } from "commander";
import type { Define } from "../../define.ts";
import type { Position } from "./parse-line.ts";
import { shells, type Shell } from "./shells.ts";

export const defineCompletion: Define = (program) =>
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .summary("print a script that completes commands in your shell")
    .description(
      "Prints a script that completes commands, options and their values, rule names and policy ids in your shell. Load it in the startup file of " +
        "your shell.",
    )
    .examples("reference/commands.md", {
      "bash: add to ~/.bashrc": "source <(precept completion bash)",
      "zsh: add to ~/.zshrc, after compinit": "source <(precept completion zsh)",
      "fish: add to ~/.config/fish/config.fish": "precept completion fish | source",
    })
    .runsWithoutWorkspace(async () => {
      const { printScript } = await import("./scripts.ts");
      return async ({ args: [shell] }) => printScript(shell as Shell);
    });

/** The hidden command that the scripts call. */
export const defineComplete: Define = (program) => {
  let position: Position;
  program
    .command("complete", { hidden: true })
    .argument("<line>", "the command line up to the cursor")
    .description("Prints the values that complete a command line, one per line, each with a tab and its description.")
    .hook("preAction", async (_program, { args: [line = ""] }) => {
      const { applyOptions, parseLine } = await import("./parse-line.ts");
      position = parseLine(program, line);
      applyOptions(program, position);
    })
    .runs(
      async () => {
        const { complete } = await import("./complete.ts");
        return async ({ workspace }) => complete(position, workspace);
      },
      {
        precheck: async () => {
          const { completeStatically } = await import("./complete.ts");
          const result = completeStatically(position);
          return async () => (result === undefined ? {} : { result });
        },
      },
    );
};
