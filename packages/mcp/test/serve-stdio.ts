// A program that serves the policies in its arguments, each as JSON, on standard input and output.
import { createPolicyHost } from "../src/host/policy-host.ts";
import { servePreceptOnStdio } from "../src/server/serve-stdio.ts";

const host = createPolicyHost();
for (const policy of process.argv.slice(2)) await host.register(policy);
await servePreceptOnStdio({ policies: host }).closed;
process.stderr.write("ended\n");
