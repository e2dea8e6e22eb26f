import type { Define } from "../../define.ts";
import { addRequestOptions } from "../../request.ts";

export const defineExplain: Define = (program, terminal, finish) => {
  const command = program
    .command("explain")
    .argument("[files...]", "the files that the request is about")
    .summary("show which rules apply, in what order and why")
    .description(
      "Shows which rules apply to a request and why, which do not and why not, where rules get in each other's way, " +
        "what the budget dropped, and what is wrong with rule files.",
    )
    .option("--all", "show every rule that does not apply, and every note about rule files");
  addRequestOptions(command);
  command.action(async (files: string[]) => {
    const { explain } = await import("./command.ts");
    finish(await explain(files, command.optsWithGlobals(), terminal));
  });
};
