import type { Define } from "../../define.ts";
import { addRequestOptions } from "../../request.ts";

export const defineResolve: Define = (program, run) => {
  const command = program
    .command("resolve")
    .argument("[files...]", "the files that the request is about")
    .summary("print the prompt section for an agent, and nothing else")
    .description(
      "Prints the prompt section that hands the applicable rules to an agent, and nothing else; it is empty where no rule applies.",
    )
    .option("--debug", "end the prompt section with the trace");
  addRequestOptions(command);
  command.action((files: string[]) =>
    run(command, files, async () => (await import("./command.ts")).resolve, { argsAreFiles: true }),
  );
};
