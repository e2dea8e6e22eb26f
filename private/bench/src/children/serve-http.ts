import { createInterface } from "node:readline";
import { createServer, listen } from "@precept/server";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { writeRuleFiles } from "../rule-files.ts";
import { createWorkload } from "../workload.ts";
import { limitless } from "./limitless.ts";

// Serves rules until standard input is closed: `serve-http RULES`. Prints the addresses of two servers as JSON. The second one answers every request to
// resolve with a resolution that was computed once; everything else is the same. For each line of standard input, prints the CPU time that it has used, in
// microseconds.

export interface ServedHttp {
  readonly resolve: string;
  readonly constant: string;
  readonly body: string;
}

const { rules, files } = createWorkload(Number(process.argv[2]), 10);
const written = await writeRuleFiles(rules, { kinds: "native" });
const open = () => openWorkspace(written.dir, { home: `${written.dir}/.home`, watch: true });
const [workspace, other] = [await open(), await open()];
const request = { prompt: "Fix the total of the cart.", files: files.slice(0, 1) };
const resolution = await workspace.resolve(request);
const constant = withResolve(other, () => Promise.resolve(resolution));

const servers = [createServer({ workspace, ...limitless }), createServer({ workspace: constant, ...limitless })];
const [first, second] = await Promise.all(servers.map((server) => listen(server, { port: 0 })));
const served: ServedHttp = { resolve: first?.url ?? "", constant: second?.url ?? "", body: JSON.stringify(request) };
process.stdout.write(`${JSON.stringify(served)}\n`);

/** The workspace with another `resolve`. */
function withResolve(original: Workspace, resolve: Workspace["resolve"]): Workspace {
  return new Proxy(original, {
    get(target, name) {
      if (name === "resolve") return resolve;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

createInterface({ input: process.stdin }).on("line", () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${user + system}\n`);
});

process.stdin.on("end", () => {
  void (async () => {
    await Promise.all([first?.close(), second?.close()]);
    for (const server of servers) await server[Symbol.asyncDispose]();
    await Promise.all([workspace[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
    await written[Symbol.asyncDispose]();
    process.exit(0);
  })();
});
