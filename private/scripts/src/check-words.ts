import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkFiles } from "./words/check-files.ts";
import { retiredWords } from "./words/retired-words.ts";

// Fails on retired words in names, comments, messages and documentation. The list is in words/retired-words.ts.
//
//   node --conditions=@precept/source private/scripts/src/check-words.ts [PATH…] [--count]

const { values, positionals } = parseArgs({ options: { count: { type: "boolean" } }, allowPositionals: true });
const root = join(import.meta.dirname, "../../..");
const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...positionals], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const findings = checkFiles(root, listed.split("\0"), retiredWords);

if (values.count === true) {
  const counts = new Map<string, number>();
  for (const { path } of findings) {
    const group = path.split("/").slice(0, 2).join("/");
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  for (const [group, count] of counts) console.log(`${String(count).padStart(6)}  ${group}`);
} else {
  for (const { path, line, word, excerpt, replacement } of findings) {
    console.error(`${path}:${line}: "${word}" is retired (${excerpt}). Use instead: ${replacement}`);
  }
}
console.log(
  findings.length === 0
    ? "No retired words."
    : `${findings.length} retired words. private/scripts/src/words/retired-words.ts lists them.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
