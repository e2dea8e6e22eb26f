import { Argument } from "commander";
import type { Call, CallWithoutWorkspace, Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import type { Position } from "./parse-line.ts";
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
  run(
    command,
    async () => {
      const { printScript } = await import("./scripts.ts");
      return async ({ args: [shell] }: CallWithoutWorkspace) => printScript(shell as Shell);
    },
    { workspace: false },
  );
};

/** The hidden command that the scripts call. */
export const defineComplete: Define = (program, run) => {
  const command = program
    .command("complete", { hidden: true })
    .argument("<line>", "the command line up to the cursor")
    .description("Prints the values that complete a command line, one per line, each with a tab and its description.");
  let position: Position;
  command.hook("preAction", async () => {
    const { applyOptions, parseLine } = await import("./parse-line.ts");
    position = parseLine(program, command.args[0] ?? "");
    applyOptions(program, position);
  });
  const load = async () => {
    const { complete } = await import("./complete.ts");
    return async ({ workspace }: Call) => complete(position, workspace);
  };
  const precheck = async () => {
    const { completeStatically } = await import("./complete.ts");
    const result = completeStatically(position);
    return async () => (result === undefined ? {} : { result });
  };
  run(command, load, { precheck });
};
