#!/usr/bin/env node
import { parseArgs } from "node:util";
import { withoutUndefined } from "@precept/core";
import { describeServeError, serve } from "./serve.ts";
import { waitForStopSignal } from "./stop-signals.ts";

const usage = `Usage: precept-server [options]

Serves the rules of projects over HTTP. The same as precept serve.

Options:
  --host <host>      the host or address to listen on (default: 127.0.0.1)
  --port <number>    the port to listen on; 0 chooses a free one (default: 4141)
  --socket <path>    listen on a Unix socket
  --root <dir>       the directory of a project (repeatable; default: the project of the current directory)
  --projects <dir>   a directory of projects
  --config <file>    the configuration file (default: ~/.precept/server.yaml)
  --user <id>        the user of a server without tokens (default: the user of the operating system)
  --shutdown-delay <seconds>
                     how long to answer requests after /readyz fails when it is stopped (default: 0)
  --help             show this help
`;

function readArguments() {
  const text = { type: "string" } as const;
  const options = {
    host: text,
    port: text,
    socket: text,
    root: { type: "string", multiple: true },
    projects: text,
    config: text,
    user: text,
    "shutdown-delay": text,
    help: { type: "boolean" },
  } as const;
  try {
    const { "shutdown-delay": shutdownDelay, ...values } = parseArgs({ options }).values;
    return { ...values, ...withoutUndefined({ shutdownDelay }) };
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

const args = readArguments();
if (args?.help === true) process.stdout.write(usage);
else if (args !== undefined) {
  const { stopped, dispose } = waitForStopSignal();
  try {
    await serve({
      args,
      env: process.env,
      cwd: process.cwd(),
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      isTerminal: process.stderr.isTTY,
      stopped,
    });
  } catch (error) {
    process.stderr.write(describeServeError(error));
    process.exitCode = 2;
  } finally {
    dispose();
  }
}
