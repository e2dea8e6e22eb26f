import { once } from "node:events";
import { createStateStore } from "../src/state-store.ts";

// Counts in one entry of a state store: `count.ts PATH TIMES [--closes-at-exit]`. With the option, it has to be killed.

const [path = "", times = "0", option] = process.argv.slice(2);
const closesAtExit = option === "--closes-at-exit";

async function count(): Promise<void> {
  await using store = createStateStore({ path, closesAtExit });
  process.send?.("ready");
  await once(process, "message");
  for (let round = 0; round < Number(times); round += 1) {
    await store.update(["all"], (entries) => {
      const next = Number(entries.get("count")?.value ?? 0) + 1;
      return { entries: new Map([["count", { group: "all", value: String(next) }]]), result: undefined };
    });
  }
}

await count();
process.send?.("done");
if (closesAtExit) await once(process, "message");
