import { Command } from "commander";
import { compareEntries } from "./sizes/compare-entries.ts";
import { countLines, type PackageLines } from "./sizes/count-lines.ts";

// Prints the lines of each package, and what its public entries export, now and at an earlier commit.

const { args } = new Command()
  .name("compare-packages")
  .description("compare the size and the exports of all packages with an earlier commit")
  .argument("<commit>", "the earlier commit")
  .parse();
const [commit = "HEAD"] = args;

const before = await countLines(commit);
const now = await countLines();
const rows = [...new Set([...before.keys(), ...now.keys()])]
  .toSorted()
  .map((name) => rowOf(name, before.get(name), now.get(name)));
const total = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
const table = [
  ["package", "source before", "now", "difference", "tests before", "now"],
  ...rows,
  ["all", ...[1, 2, 3, 4, 5].map(total)],
];
for (const [name, ...numbers] of table) {
  console.log(String(name).padEnd(28) + numbers.map((number) => String(number).padStart(15)).join(""));
}
console.log();
for (const line of await compareEntries(commit)) console.log(line);

function rowOf(name: string, old: PackageLines = { source: 0, tests: 0 }, one: PackageLines = { source: 0, tests: 0 }) {
  return [name, old.source, one.source, one.source - old.source, old.tests, one.tests] as const;
}
