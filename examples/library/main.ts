import { join } from "node:path";
import { createMemoryStore, createRule, createRulebook, describeReason, describeSkip } from "@precept/core";
import { cursor, precept } from "@precept/mdc-compat";
import { createFsStore } from "@precept/store-fs";

// Resolves a request with the rule files of a project and a rule of this session.

const storefront = join(import.meta.dirname, "../storefront");

await using files = createFsStore({
  projectDir: storefront,
  roots: [
    { dir: ".precept/rules", codec: precept },
    { dir: ".cursor/rules", codec: cursor },
  ],
});
await using session = createMemoryStore({
  rules: [createRule({ id: "session:hurry", name: "hurry", scope: "session", content: "The release is today: change as little as you can." })],
});
await using rulebook = createRulebook({ stores: [session, files], root: storefront });

const { prompt, applied, skipped, conflicts } = await rulebook.resolve({ prompt: "fix the cart total", files: ["src/cart/cart.tsx"] });

for (const { rule, reason, matchedFiles } of applied) console.log(`+ ${rule.name}: ${describeReason(reason, matchedFiles)}`);
for (const { rule, reason } of skipped.slice(0, 3)) console.log(`- ${rule.name}: ${describeSkip(reason)}`);
for (const { detail } of conflicts) console.log(`! ${detail}`);
console.log(`\n${prompt.slice(0, 300)}…`);
