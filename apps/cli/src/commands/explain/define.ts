import type { Define } from "../../define.ts";
import { viewOption } from "../../view-option.ts";
import { addRequestOptions, requestOfFiles } from "../../request.ts";

export const defineExplain: Define = (program) =>
  program
    .command("explain")
    .argument("[files...]", "the files that the request is about")
    .summary("explain which rules apply, in what order and why")
    .description(
      "Explains which rules apply to a request and why, which do not and why not, which rules conflict, what the budget dropped, and what is wrong with " +
        "rule files.",
    )
    .option("--all", "show every rule that does not apply, every note about rule files, and every policy that is not violated")
    .option("--compare <tools>", "show side by side what tools read, such as cursor,claude,codex", collectTools)
    .option("--command <command>", "explain what a hook would do with this shell command, policy by policy")
    .with(addRequestOptions)
    .addOption(viewOption())
    .examples("concepts.md", {
      "Which rules apply to a file?": "precept explain src/cart.tsx",
      "Would a hook stop a command?": 'precept explain --command "git push -f"',
      "Which rules apply to a prompt?": 'precept explain --prompt "fix the cart, use @security-review"',
      "What does Claude Code itself read from this project?": "precept explain src/cart.tsx --tool claude",
      "Do all tools read the same?": "precept explain src/cart.tsx --compare cursor,claude,codex",
    })
    .runs(async () => (await import("./command.ts")).explain, {
      argsAreFiles: true,
      // With --all, every rule that does not apply is printed.
      searchFor: (settings, options) => (options.all === true ? undefined : requestOfFiles(options, settings)),
    });

function collectTools(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(",").map((name) => name.trim())];
}
