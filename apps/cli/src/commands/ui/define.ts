import type { Define } from "../../define.ts";

export const defineUi: Define = (program) =>
  void program
    .command("ui")
    .summary("show the project in a web page")
    .description(
      "Serves a web page that shows which rules apply to a request, in what order and why, until you interrupt the command. Prints a link that logs one " +
        "browser in. The server only listens on this machine.",
    )
    .option("--port <number>", "the port to listen on; 0 chooses a free one (default: 0)")
    .examples("guides/console.md", { "Open the console of the current project": "precept ui" })
    .runs(async () => (await import("./command.ts")).ui, { writes: true, watch: true });
