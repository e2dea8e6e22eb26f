import { once } from "node:events";
import { createStateStore } from "../src/state-store.ts";

// Counts in one entry of a state store: `count.ts PATH TIMES`.

const [path = "", times = "0"] = process.argv.slice(2);
await using store = createStateStore({ path });
process.send?.("ready");
await once(process, "message");
for (let round = 0; round < Number(times); round += 1) {
  await store.update(["all"], (entries) => {
    const count = Number(entries.get("count")?.value ?? 0) + 1;
    return { entries: new Map([["count", { group: "all", value: String(count) }]]), result: undefined };
  });
}
process.send?.("done");
