import type { Define } from "../../define.ts";

export const defineServe: Define = (program) =>
  program
    .command("serve")
    .summary("serve projects to agents over HTTP")
    .description(
      "Serves the rules of projects over HTTP, until you interrupt the command. Repeat --root to serve several projects. Prints the address when the server " +
        "answers; the log is on standard error. A server without tokens only listens on this machine.",
    )
    .option("--port <number>", "the port to listen on; 0 chooses a free one (default: 4141)")
    .option("--host <host>", "the host name or address to listen on (default: 127.0.0.1)")
    .option("--socket <path>", "listen on a Unix socket instead")
    .option("--projects <dir>", "a directory of projects; those that are added later are served, too")
    .option("--config <file>", "the configuration file of the server (default: ~/.precept/server.yaml)")
    .option(
      "--shutdown-delay <seconds>",
      "how long to answer requests after /readyz fails when the server is stopped (default: 0)",
    )
    .option("--check-health", "ask the running server with these settings whether it is up, and exit with 0 or 1")
    .examples("guides/server.md", {
      "Serve the project of the current directory": "precept serve",
      "Serve all projects in a directory, on another port": "precept serve --projects /srv/projects --port 8080",
    })
    .runsWithoutWorkspace(async () => (await import("./command.ts")).serveProjects(program.roots));
