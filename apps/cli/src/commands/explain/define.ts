import type { Define } from "../../define.ts";
import { addRequestOptions } from "../../request.ts";

export const defineExplain: Define = (program, run) => {
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
  command.action((files: string[]) =>
    run(command, files, async () => (await import("./command.ts")).explain, { argsAreFiles: true }),
  );
};
