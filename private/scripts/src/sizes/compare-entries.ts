import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { root, type Manifest } from "../packages/published.ts";
import { git } from "./git.ts";

/** What a package exports, as `entry name`, such as `. createRulebook`. */
type Exports = ReadonlySet<string>;

/** Lists the names that an entry of a package exports now and did not at a commit, and the reverse. A name that moved to another entry is one line. */
export async function compareEntries(commit: string): Promise<readonly string[]> {
  const before = await readExports(commit);
  const now = await readExports();
  const gone = [...before].filter((one) => !now.has(one));
  const added = [...now].filter((one) => !before.has(one));
  const destinations = Map.groupBy(added, nameOf);
  const moves = new Set<string>();
  const lines = gone.map((one) => {
    const [destination] = destinations.get(nameOf(one)) ?? [];
    if (destination === undefined) return `gone   ${one}`;
    moves.add(destination);
    return `moved  ${one} -> ${entryOf(destination)}`;
  });
  return [...lines, ...added.filter((one) => !moves.has(one)).map((one) => `new    ${one}`)];
}

const nameOf = (one: string): string => one.split(" ")[1] ?? "";
const entryOf = (one: string): string => one.split(" ")[0] ?? "";

async function readExports(commit?: string): Promise<Exports> {
  const read = async (path: string) =>
    commit === undefined ? readFile(join(root, path), "utf8") : git(["show", `${commit}:${path}`]);
  const listed = await git(
    commit === undefined ? ["ls-files", "packages", "apps"] : ["ls-tree", "-r", "--name-only", commit, "packages", "apps"],
  );
  const names = new Set<string>();
  for (const path of listed.split("\n").filter((one) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(one))) {
    const manifest = JSON.parse(await read(path)) as Manifest & { readonly exports?: Readonly<Record<string, unknown>> };
    for (const [entry, targets] of Object.entries(manifest.exports ?? {})) {
      const source = (targets as Readonly<Record<string, string>> | null)?.["@precept/source"];
      if (source === undefined || !source.endsWith(".ts") || source.includes("*")) continue;
      const file = join(path, "..", source);
      for (const name of exportedNames(file, await read(file))) names.add(`${join(manifest.name, entry)} ${name}`);
    }
  }
  return names;
}

function exportedNames(file: string, text: string): readonly string[] {
  return parseSync(file, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => exportName.name ?? []),
  );
}
