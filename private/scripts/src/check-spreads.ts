import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Visitor, parseSync } from "oxc-parser";
import { root } from "./packages/published.ts";

// Fails if a call such as `list.push(...items)` or `Math.max(...numbers)` passes a list as arguments: with more than about 100,000 items it throws a
// RangeError, and a user's files can make most lists that long. `pushAll`, `maxOf` and `minOf` of core have no limit.

const unlimited: Readonly<Record<string, string>> = { push: "pushAll", unshift: "a new list", max: "maxOf", min: "minOf" };

let count = 0;
for await (const file of glob("{packages,apps}/*/src/**/*.ts", { cwd: root })) {
  if (/\.(?:test|bench|example)\.ts$|\/gen\//.test(file)) continue;
  const text = await readFile(join(root, file), "utf8");
  new Visitor({
    CallExpression({ callee, arguments: args, start }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const instead = unlimited[callee.property.name];
      if (instead === undefined || !args.some(({ type }) => type === "SpreadElement")) return;
      console.error(`${file}:${text.slice(0, start).split("\n").length}: Use ${instead}: this fails for long lists.`);
      count += 1;
    },
  }).visit(parseSync(file, text).program);
}
console.log(count === 0 ? "No call passes a list as arguments." : `${count} calls pass a list as arguments.`);
process.exitCode = count === 0 ? 0 : 1;
