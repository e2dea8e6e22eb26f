import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import { addRequestOptions } from "../../request.ts";

export const defineExplain: Define = (program, run) => {
  const command = program
    .command("explain")
    .argument("[files...]", "the files that the request is about")
    .summary("explain which rules apply, in what order and why")
    .description(
      "Explains which rules apply to a request and why, which do not and why not, which rules conflict, what the budget dropped, and what is wrong with " +
        "rule files.",
    )
    .option("--all", "show every rule that does not apply, every note about rule files, and every policy that is not violated")
    .option("--command <command>", "explain what a hook would do with this shell command, policy by policy");
  addRequestOptions(command);
  addUsage(command, "concepts.md", {
    "Which rules apply to a file?": "precept explain src/cart.tsx",
    "Would a hook stop a command?": 'precept explain --command "git push -f"',
    "Which rules apply to a prompt, and what would Claude see?":
      'precept explain --prompt "fix the cart, use @security-review" --tool claude',
  });
  command.action((files: string[]) =>
    run(command, files, async () => (await import("./command.ts")).explain, { argsAreFiles: true }),
  );
};
