import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { checkRoundTrip } from "@precept/transfer-model";

// Imports the rule files of a directory as those of Cursor, exports them twice, and reverts:
// `node --conditions=@precept/source private/scripts/src/transfer-corpus.ts DIRECTORY... [--batch 50]`. Each `.mdc` file becomes `.cursor/rules/NAME.mdc`,
// and each `.cursorrules` the file of a directory of its own. Prints what is wrong, and exits with code 1 if anything is.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { batch: { type: "string", default: "50" } } });
const files = positionals.flatMap((dir) =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.mdc$|(?:^|\/)\.cursorrules$/.test(path))
    .toSorted()
    .map((path) => join(dir, path)),
);
let problems = 0;
const size = Number(values.batch);
for (let at = 0; at < files.length; at += size) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "precept-corpus-")));
  const dir = join(top, "project");
  for (const [index, file] of files.slice(at, at + size).entries()) {
    const path = file.endsWith(".mdc") ? `.cursor/rules/rule-${at + index}.mdc` : `packages/p${at + index}/.cursorrules`;
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    cpSync(file, join(dir, path));
  }
  for (const problem of await checkRoundTrip(dir, ["cursor", "claude", "copilot"])) {
    problems += 1;
    process.stdout.write(`- files ${at} to ${at + size - 1}: ${problem.slice(0, 400)}\n`);
  }
  rmSync(top, { recursive: true, force: true });
}
process.stdout.write(`${files.length} rule files, ${problems} problems\n`);
process.exitCode = problems === 0 && files.length > 0 ? 0 : 1;
