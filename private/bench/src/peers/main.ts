import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { performance } from "node:perf_hooks";
import { itemKinds } from "@precept/mdc-compat";
import { createHome, programs, runProgram, tools, type MovingProgram } from "./programs.ts";
import { readAsTools, readHandwritten, type Handwritten, type ReadByTools } from "./read-tools.ts";

const usage = `Usage: PEERS=node_modules node main.ts DIRECTORY [repositories...]

Moves the repositories in a directory to ${tools.join(", ")} with Precept and with the peers that are installed in PEERS, and prints what
the tools then read. The repositories must be clones without changes. Only copies of them are changed.`;

/** What one program made of one repository. */
interface Outcome extends ReadByTools {
  readonly seconds: number;
  /** The files of the user that it changed or deleted. */
  readonly changed: number;
  /** The new files. */
  readonly created: number;
  /** The files that differ after it took everything back. Undefined if it cannot. */
  readonly left: number | undefined;
}

const [corpus, ...requested] = process.argv.slice(2);
const { PEERS: peers } = process.env;
if (corpus === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  const names = requested.length > 0 ? requested : readdirSync(corpus).toSorted();
  for (const name of names) console.log(`${await compare(join(corpus, name), name)}\n`);
}

async function compare(repository: string, name: string): Promise<string> {
  const top = mkdtempSync(join(tmpdir(), "precept-peers-"));
  try {
    const home = join(top, "home");
    await createHome(home);
    const handwritten = await readHandwritten(repository, home);
    const outcomes = new Map<string, Outcome>();
    for (const program of programs) {
      const file = isAbsolute(program.file) ? program.file : join(peers ?? "", program.file);
      if (!existsSync(file)) continue;
      const dir = join(top, program.name);
      await cp(repository, dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      outcomes.set(program.name, await moveWith(program, file, { dir, home, handwritten }));
    }
    const before = await readAsTools(repository, home, handwritten);
    return formatComparison(name, handwritten, before, outcomes);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

interface Copy {
  readonly dir: string;
  readonly home: string;
  readonly handwritten: Handwritten;
}

async function moveWith({ move, undo }: MovingProgram, file: string, { dir, home, handwritten }: Copy): Promise<Outcome> {
  const run = runProgram(file, dir, home);
  const start = performance.now();
  await move(dir, run);
  const seconds = (performance.now() - start) / 1000;
  const changes = listChanges(dir);
  const read = await readAsTools(dir, home, handwritten);
  if (undo !== undefined) await undo(run);
  return {
    ...read,
    seconds,
    changed: changes.filter((line) => !line.startsWith("??")).length,
    created: changes.filter((line) => line.startsWith("??")).length,
    left: undo === undefined ? undefined : listChanges(dir).filter((line) => !/^\?\? \.(?:precept|ruler)\//.test(line)).length,
  };
}

/** Lists what differs from the commit of a repository, also ignored files, as `git status` does. */
function listChanges(dir: string): readonly string[] {
  const args = ["status", "--porcelain", "--untracked-files=all", "--ignored=matching"];
  const out = execFileSync("git", args, { cwd: dir, encoding: "utf8", maxBuffer: 2 ** 28 });
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/^!!/, "??"));
}

function formatComparison(
  name: string,
  { lines, items, skillFiles }: Handwritten,
  before: ReadByTools,
  outcomes: ReadonlyMap<string, Outcome>,
): string {
  const columns: readonly (readonly [string, ReadByTools & Partial<Outcome>])[] = [["before", before], ...outcomes];
  const row = (
    what: string,
    total: number | undefined,
    pick: (outcome: ReadByTools & Partial<Outcome>) => number | string | undefined,
  ) => [total === undefined ? what : `${what} (of ${total})`, ...columns.map(([, outcome]) => String(pick(outcome) ?? "–"))];
  const ofItems = itemKinds.flatMap((kind) => {
    const count = items.get(kind)?.size ?? 0;
    return count === 0 ? [] : [row(`${kind} × tools`, count * tools.length, (one) => one.items.get(kind) ?? 0)];
  });
  const table = [
    [name, ...columns.map(([title]) => title)],
    row("lines × tools", lines.size * tools.length, (one) => one.lines),
    row("lines that a tool reads again", undefined, (one) => one.repeated),
    ...ofItems,
    ...(skillFiles.size === 0 ? [] : [row("files of skills × tools", skillFiles.size * tools.length, (one) => one.skillFiles)]),
    row("files of the user changed or deleted", undefined, (one) => one.changed),
    row("new files", undefined, (one) => one.created),
    row("files that differ after an undo", undefined, (one) => one.left),
    row("seconds", undefined, (one) => one.seconds?.toFixed(1)),
  ];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)));
  return table
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
