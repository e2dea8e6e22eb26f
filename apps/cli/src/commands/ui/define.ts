import type { Define } from "../../define.ts";

const guide = "guides/console.md";

export const defineUi: Define = (program) => {
  const ui = program
    .command("ui")
    .summary("show the project in a web page")
    .description(
      "Serves a web page that shows which rules apply to a request, in what order and why, until you interrupt the command. Opens it in your browser, " +
        "and prints a link that logs one browser in. The server only listens on this machine.",
    )
    .option("--port <number>", "the port to listen on; 0 chooses a free one (default: 0)")
    .option("--no-open", "only print the link, and open no browser (default if the machine has no display)")
    .examples(guide, { "Open the console of the current project": "precept ui" })
    .runs(async () => (await import("./command.ts")).ui, { writes: true, watch: true });

  ui.command("build")
    .argument("<dir>", "the directory to write, which is created")
    .summary("write a page that shows the rules without a server")
    .description(
      "Writes one file, index.html, that opens in a browser without a server: Explain, Budget, Files and Rules, for reviews and pull requests. It contains the " +
        "rules of the project with the files that they include, and the names of all files; none of your own rules. Says so, and asks, before it is written. Does not replace a file that is no snapshot.",
    )
    .option("-y, --yes", "write it without a question")
    .option("--force", "replace an index.html that is no snapshot")
    .examples(guide, { "Write a snapshot for a pull request": "precept ui build snapshot --yes" })
    .runs(async () => (await import("./build.ts")).buildSnapshot);
};
