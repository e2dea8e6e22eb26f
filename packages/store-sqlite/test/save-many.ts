import { createRule } from "@precept/core";
import { writeSync } from "node:fs";
import { createSqliteStore } from "../src/store.ts";

// A program that is killed while it runs: saves rules, of every ten writes one of three rules together and one of two
// beside a rejected one, and prints each id when its write is completed.

const [, , path = "", count = "1000"] = process.argv;
const store = createSqliteStore({ path });

function rule(id: string) {
  return createRule({ id, name: id, content: `${id} `.repeat(200), tags: ["a:1", `id:${id}`], targets: ["claude"] });
}

function idsAt(position: number): readonly string[] {
  if (position % 10 === 9) return ["x", "y", "z"].map((part) => `t${position}${part}`);
  if (position % 10 === 4) return ["a", "b"].map((part) => `m${position}${part}`);
  return [`r${position}`];
}

for (let position = 0; position < Number(count); position += 1) {
  const ids = idsAt(position);
  if (ids.length === 1) await store.save(rule(ids[0] ?? ""));
  else if (ids.length === 3) await store.apply(ids.map((id) => ({ kind: "save", rule: rule(id) })));
  else await store.writeMany([...ids, "r0"].map((id) => ({ kind: "save", rule: rule(id) })));
  writeSync(1, `${ids.join(" ")}\n`);
}
