import type { Define } from "../../define.ts";
import { addRequestOptions } from "../../request.ts";

export const defineWatch: Define = (program, run) => {
  const command = program
    .command("watch")
    .argument("[files...]", "the files that the request is about")
    .summary("explain again whenever a rule changes")
    .description(
      "Explains a request, and again whenever a rule changes, until it is interrupted. With --json, one line for each change.",
    )
    .option("--all", "show every rule that does not apply, and every note about rule files");
  addRequestOptions(command);
  command.action((files: string[]) =>
    run(command, files, async () => (await import("./command.ts")).watch, { argsAreFiles: true, watch: true }),
  );
};
