import { parseArgs } from "node:util";
import { runSoak } from "./server-soak/run.ts";

// Loads a server for minutes while rules change every second, and checks every answer:
// node --conditions=@precept/source private/scripts/src/server-soak.ts --minutes 5 --rules 10000 --connections 20
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    rules: { type: "string", default: "10000" },
    connections: { type: "string", default: "20" },
  },
});
const { requests, perSecond, edits, failures, residentMiB } = await runSoak({
  seconds: Number(values.minutes) * 60,
  rules: Number(values.rules),
  connections: Number(values.connections),
  onProgress: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`${requests} answers, ${perSecond} per second, ${edits} edits on disk\n`);
process.stdout.write(`resident memory after each tenth, in MiB: ${residentMiB.join(" ")}\n`);
for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
process.stdout.write(failures.length === 0 ? "every answer was right, no change was lost\n" : `${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
