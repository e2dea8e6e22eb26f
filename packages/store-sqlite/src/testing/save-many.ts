import { createRule } from "@precept/core";
import { writeSync } from "node:fs";
import { createSqliteStore } from "../store.ts";

// A program that is killed while it runs: saves rules, three together every tenth time, and prints each id when its write is completed.

const [, , path = "", count = "1000"] = process.argv;
const store = createSqliteStore({ path });

function rule(id: string) {
  return createRule({ id, name: id, content: `${id} `.repeat(200), tags: ["a:1", `id:${id}`], targets: ["claude"] });
}

for (let position = 0; position < Number(count); position += 1) {
  const ids = position % 10 === 9 ? ["x", "y", "z"].map((part) => `t${position}${part}`) : [`r${position}`];
  if (ids.length === 1) await store.save(rule(ids[0] ?? ""));
  else await store.apply(ids.map((id) => ({ kind: "save", rule: rule(id) })));
  writeSync(1, `${ids.join(" ")}\n`);
}
