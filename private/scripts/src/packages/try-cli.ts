import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minimumNode } from "@precept/files";
import { run } from "./run.ts";
import { environment } from "./try-examples.ts";

/** Commands, in this order, in a new project, with what their output contains. */
const commands: readonly (readonly [args: readonly string[], output: string])[] = [
  [["--help"], "Usage: precept"],
  [["init", "--policies", "all"], ".precept"],
  [["create", "money", "--description", "Amounts", "--glob", "src/**", "--content", "Use cents."], "money"],
  [["create", "stored", "--description", "In SQLite", "--content", "Kept.", "--store", "sqlite"], "stored"],
  [["list"], "stored"],
  [["history", "stored"], "Kept."],
  [["remember", "Round amounts with Money."], "remembered"],
  [["search", "rounding money"], "round-amounts-with-money"],
  [["explain", "src/cart.ts"], "money"],
  [["resolve", "src/cart.ts"], "Use cents."],
  [["lint"], ""],
  [["export", "--to", "cursor"], ""],
  [["check"], ""],
  [["policies", "test"], ""],
  [["soft-hooks", "list"], ""],
  [["doctor"], "runtime"],
];

/** The program of `@precept/cli` in a directory that it is installed in. */
export function programIn(dir: string): string {
  return join(dir, "node_modules/@precept/cli/dist/main.js");
}

/** Runs a series of commands with a release of Node, in a project of its own. Returns how many. */
export async function tryCommands(node: string, dir: string, project: string): Promise<number> {
  await mkdir(join(project, ".precept"), { recursive: true });
  await mkdir(join(project, "src"));
  await writeFile(join(project, "src/cart.ts"), "export const total = 1;\n");
  await writeFile(join(project, ".precept/config.yaml"), "store: { sqlite: true }\n");
  for (const [args, expected] of commands) {
    const options = { cwd: project, env: environment(node, project), mayFail: true };
    const { code, signal, output } = await run(node, [programIn(dir), ...args], options);
    // 1 means that the command found something.
    if ((code !== 0 && code !== 1) || !output.includes(expected) || /Warning/.test(output)) {
      throw new Error(`precept ${args.join(" ")} ended with ${code ?? signal}; expected "${expected}":\n${output}`);
    }
  }
  return commands.length;
}

/** Checks that programs refuse a release of Node that is too old, and that the process does not crash. */
export async function tryTooOld(node: string, cliDir: string, libraryDir: string): Promise<void> {
  const command = await run(node, [programIn(cliDir), "list"], { cwd: cliDir, mayFail: true });
  if (command.code !== 2 || !command.output.includes(`Precept needs Node ${minimumNode} or newer`)) {
    throw new Error(`precept list ended with ${command.code ?? command.signal}:\n${command.output}`);
  }
  const program = join(libraryDir, "too-old.mjs");
  await writeFile(
    program,
    `import { createSqliteStore } from "@precept/store-sqlite";
const store = createSqliteStore({ path: "rules.db" });
await store.get("a").then(() => console.log("opened"), (error) => console.log(error.code, error.message));
`,
  );
  const library = await run(node, [program], { cwd: libraryDir, mayFail: true });
  if (library.code !== 0 || !library.output.includes(`NODE_UNSUPPORTED Precept needs Node ${minimumNode} or newer`)) {
    throw new Error(`The store ended with ${library.code ?? library.signal}:\n${library.output}`);
  }
}
