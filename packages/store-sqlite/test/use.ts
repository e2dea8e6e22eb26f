import { createSqliteStore } from "../src/store.ts";

// Records uses of the rules a and b, and writes them many times: `use.ts PATH TIMES TOOL`.

const [path = "", times = "0", tool = ""] = process.argv.slice(2);
const store = createSqliteStore({ path, durability: "normal" });
process.send?.("ready");
process.once("message", () => void count());

async function count(): Promise<void> {
  for (let round = 0; round < Number(times); round += 1) {
    await store.recordUse({ ids: ["a", "b"], at: new Date().toISOString(), tool });
    if (round % 5 === 0) await store.usage([]);
  }
  await store[Symbol.asyncDispose]();
  process.send?.("done");
}
