import { openWorkspace } from "../src/index.ts";

// Prints the diagnostic codes of a project, then watches it until it has a rule: `watch-limited.ts DIR HOME`.

const [dir = "", home = ""] = process.argv.slice(2);
await using workspace = await openWorkspace(dir, { home, watch: true });
const codes = (await workspace.diagnostics()).map(({ code }) => code);
process.stdout.write(`${JSON.stringify(codes)}\n`);
const found = new Promise<string>((resolve) => {
  workspace.subscribe(({ rules }) => {
    const [rule] = rules;
    if (rule !== undefined) resolve(rule.name);
  });
});
// Keeps the process alive even if no directory can be watched.
const timer = setInterval(() => undefined, 1000);
process.stdout.write(`${await found}\n`);
clearInterval(timer);
