import { openEngine } from "./open-engine.ts";

// Checks one command in several calls of a session: `call-repeatedly.ts DIR NAME TIMES`. Prints a line per call.

const [dir = "", name = "", times = "0"] = process.argv.slice(2);
await using engine = openEngine(dir);
for (let round = 0; round < Number(times); round += 1) {
  const { action } = await engine.enforce(
    { kind: "command", text: "rm a" },
    { session: "s", toolUse: `${name}-${round}`, rollback: false },
  );
  process.stdout.write(`${action}\n`);
}
