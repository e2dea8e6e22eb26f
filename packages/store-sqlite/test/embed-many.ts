import { writeSync } from "node:fs";
import { createSqliteStore } from "../src/store.ts";
import { createTestEmbedder } from "./embedder.ts";

// A program that embeds the rules of a file, and is killed meanwhile: `embed-many.ts PATH`. Prints the texts of each
// batch before it embeds them, one a line.

const [, , path = ""] = process.argv;
const embedder = createTestEmbedder({
  onEmbed: async (texts, { kind }) => {
    if (kind === "document") for (const text of texts) writeSync(1, `${JSON.stringify(text)}\n`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  },
});
await using store = createSqliteStore({ path, embedder, durability: "normal" });
while ((await store.search({ text: "start" })).degraded !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
writeSync(1, "done\n");
