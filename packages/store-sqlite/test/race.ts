import { createRule, PreceptError } from "@precept/core";
import { createSqliteStore } from "../src/store.ts";

// A program that writes on request, so that several processes write at the same time. It opens its store with the first
// task, and answers with the revision or the error.

type Task =
  | { readonly kind: "save"; readonly id: string; readonly revision?: string; readonly content?: string }
  | { readonly kind: "delete"; readonly id: string }
  | { readonly kind: "get"; readonly id: string };

const [, , path = ""] = process.argv;
const store = createSqliteStore({ path });

async function answer(task: Task): Promise<string> {
  try {
    if (task.kind === "delete") return String(await store.delete(task.id));
    if (task.kind === "get") return (await store.get(task.id))?.revision ?? "none";
    const { id, content, revision } = task;
    return (await store.save(createRule({ id, name: id, content }), { revision })).revision;
  } catch (error) {
    return PreceptError.is(error, "RULE_CONFLICT") ? error.code : String(error);
  }
}

process.on("message", (task: Task) => {
  void answer(task).then((said) => process.send?.(said));
});
process.send?.("ready");
