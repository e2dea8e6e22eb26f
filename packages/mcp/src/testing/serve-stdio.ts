// A program of its own: serves the policies of its arguments, each a JSON text, on standard input and output.
import { createPolicyHost } from "../host/policy-host.ts";
import { serveRuleEngineOnStdio } from "../server/serve-stdio.ts";

const host = createPolicyHost();
for (const policy of process.argv.slice(2)) await host.register(policy);
await serveRuleEngineOnStdio(host).closed;
process.stderr.write("ended\n");
