import { openEngine } from "./open-engine.ts";

// Enforces the policies of a project on a bad text: `enforce-repeatedly.ts DIR TIMES`.

const [dir = "", times = "0"] = process.argv.slice(2);
await using engine = openEngine(dir);
for (let round = 0; round < Number(times); round += 1) {
  await engine.enforce({ text: "bad", file: "a.ts" }, { session: "s" });
}
