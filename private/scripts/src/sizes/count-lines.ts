import { git } from "./git.ts";

/** The lines of a package, with comments and empty lines. */
export interface PackageLines {
  /** What is published, without generated code. */
  readonly source: number;
  /** Test files and what only they use. */
  readonly tests: number;
}

const isGenerated = /\/gen\//;
const isTest = /\.(?:test|bench|example)\.ts$|\/(?:test|testing)\//;

/**
 * Counts the lines of TypeScript in each package and app.
 *
 * @param commit default: the tracked files of the working tree.
 */
export async function countLines(commit?: string): Promise<ReadonlyMap<string, PackageLines>> {
  const listed = await git([
    "grep",
    "--count",
    "",
    ...(commit === undefined ? [] : [commit]),
    "--",
    "packages/*.ts",
    "apps/*.ts",
  ]);
  const packages = new Map<string, PackageLines>();
  for (const line of listed.split("\n").filter((one) => one !== "")) {
    const [path = "", count] = (commit === undefined ? line : line.slice(commit.length + 1)).split(":");
    const name = path.split("/").slice(0, 2).join("/");
    if (isGenerated.test(path) || !/\/(?:src|test)\//.test(path)) continue;
    const { source, tests } = packages.get(name) ?? { source: 0, tests: 0 };
    const lines = Number(count);
    packages.set(name, isTest.test(path) ? { source, tests: tests + lines } : { source: source + lines, tests });
  }
  return packages;
}
