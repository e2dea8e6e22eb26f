import type { Define } from "../../define.ts";
import { addRequestOptions } from "../../request.ts";

export const defineWatch: Define = (program) =>
  program
    .command("watch")
    .argument("[files...]", "the files that the request is about")
    .summary("explain a request again when a rule changes")
    .description(
      "Explains a request, and explains it again whenever a rule changes, until you interrupt the command. With --json, prints one line per change.",
    )
    .option("--all", "show every rule that does not apply, and every note about rule files")
    .with(addRequestOptions)
    .examples("concepts.md", { "Watch the rules of a file while you edit them": "precept watch src/cart.tsx" })
    .runs(async () => (await import("./command.ts")).watch, { argsAreFiles: true, watch: true });
