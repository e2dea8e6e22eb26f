import { createRule, type RuleWrite } from "@precept/core";
import { createSqliteStore } from "../src/store.ts";

// Creates, changes and deletes a few rules until it is killed: `churn.ts PATH SEED`. Some writes are several in one
// transaction.

const [path = "", seed = "1"] = process.argv.slice(2);
const store = createSqliteStore({ path });

function writeAt(step: number): RuleWrite {
  const id = `r${(step * 7 + Number(seed)) % 20}`;
  if (step % 4 === 3) return { kind: "delete", id };
  return { kind: "save", rule: createRule({ id, name: id, content: `${seed}:${step}` }), upsert: true };
}

await store.get("r0");
process.send?.("ready");
for (let step = 0; ; step += 1) {
  if (step % 5 === 0) await store.apply([writeAt(step), writeAt(step + 1)]);
  else await store.writeMany([writeAt(step)]);
  // Lets the process receive signals, and other processes write.
  if (step % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
