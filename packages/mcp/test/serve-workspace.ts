// A program that serves the project directory in its argument on standard input and output, with all tools in their full form.
import { openWorkspace } from "@precept/workspace";
import { hostOfWorkspace } from "../src/host/workspace-host.ts";
import { servePreceptOnStdio } from "../src/server/serve-stdio.ts";

const [, , dir = "."] = process.argv;
await using workspace = await openWorkspace(dir, { watch: true, home: `${dir}/no-home` });
await using host = hostOfWorkspace(workspace);
await servePreceptOnStdio(host, { tools: "all" }).closed;
process.stderr.write("ended\n");
