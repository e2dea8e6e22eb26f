import { glob } from "node:fs/promises";
import { join } from "node:path";
import { findCircles } from "./layers/find-circles.ts";
import { readImports, type ModuleImport } from "./layers/read-imports.ts";
import { root } from "./packages/published.ts";

// Fails if the files or directories of a directory import one another in a circle. Imports of types count.

const imports: ModuleImport[] = [];
for await (const file of glob("{packages,apps}/*/src/**/*.ts", { cwd: root })) {
  if (!/\.(?:test|bench|example)\.ts$|\/gen\//.test(file)) imports.push(...(await readImports(join(root, file))));
}
const circles = findCircles(root, imports);
for (const { directory, members, imports: among } of circles) {
  console.error(`${directory}: ${members.join(", ")} import one another:\n  ${among.join("\n  ")}`);
}
console.log(circles.length === 0 ? "No imports form a circle." : `${circles.length} circles of imports.`);
process.exitCode = circles.length === 0 ? 0 : 1;
