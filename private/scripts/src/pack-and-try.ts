import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minimumNode } from "@precept/files";
import { Command } from "commander";
import { installIn, installNode, type Installed } from "./packages/install.ts";
import { packAll, type Tarball } from "./packages/pack.ts";
import { examplePrograms, publishedPackages, root, type WorkspacePackage } from "./packages/published.ts";
import { versionCopy } from "./packages/release-copy.ts";
import { run } from "./packages/run.ts";
import { programIn, tryCommands, tryTooOld } from "./packages/try-cli.ts";
import { compile, compileExamples, importedBy, importedIn, runWith, writeFixtures } from "./packages/try-examples.ts";

// Versions, packs and installs every built package as its users would, in empty directories, and runs the command line and the examples of READMEs
// on several releases of Node. Needs `pnpm build` and the npm registry.
//
//   node --conditions=@precept/source private/scripts/src/pack-and-try.ts --node 22.14.0 latest --too-old 20.20.0

const options = new Command("pack-and-try")
  .option("--node <releases...>", "releases of Node to run everything on", [minimumNode, "latest"])
  .option("--too-old <releases...>", "releases of Node that must be refused", ["20.20.0", "22.12.0"])
  .parse()
  .opts<{ node: string[]; tooOld: string[] }>();

/** The most that the command line may install. */
const limits = { bytes: 12_000_000, packages: 5 };
const cli = "@precept/cli";

/** A release of Node, and its program. */
interface NodeRelease {
  readonly release: string;
  readonly program: string;
}

const temporary = await mkdtemp(join(tmpdir(), "precept-try-"));
try {
  const packages = await publishedPackages();
  const tarballs = await tryRelease(packages);
  const nodes = await installNodes(options.node);
  await tryCli(tarballs, nodes);
  for (const one of packages) await tryReadme(one, tarballs, nodes);
  await tryRepository(packages, tarballs, nodes);
  await tryOldReleases(tarballs);
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/** Versions, packs and publishes the packages, without sending anything. */
async function tryRelease(packages: readonly WorkspacePackage[]): Promise<readonly Tarball[]> {
  const copy = join(temporary, "release");
  console.log(`changeset version: ${await versionCopy(copy)}`);
  const tarballs = await packAll(packages, copy, join(temporary, "tarballs"));
  const publish = ["publish", "--dry-run", "--access", "public"];
  await Promise.all(tarballs.map(({ path }) => run("npm", [...publish, path], { cwd: temporary })));
  console.log(`npm publish --dry-run: ${tarballs.length} packages`);
  return tarballs;
}

async function installNodes(releases: readonly string[]): Promise<readonly NodeRelease[]> {
  const nodes: NodeRelease[] = [];
  for (const release of releases) {
    nodes.push({ release, program: await installNode(join(temporary, "node", release), release) });
  }
  return nodes;
}

/** Installs the command line alone and runs its commands. */
async function tryCli(tarballs: readonly Tarball[], nodes: readonly NodeRelease[]): Promise<void> {
  const dir = join(temporary, "cli");
  const installed = await installIn(dir, [cli], tarballs);
  report(cli, installed);
  if (installed.bytes > limits.bytes || installed.packages > limits.packages) {
    throw new Error(`${cli} installs more than ${formatSize(limits.bytes)} or ${limits.packages} packages.`);
  }
  for (const { release, program } of nodes) {
    const count = await tryCommands(program, dir, join(temporary, "projects", release));
    console.log(`  Node ${release}: ${count} commands`);
  }
}

/** Installs a package, then the others that its examples import, and runs the examples of its README. */
async function tryReadme(
  { dir, manifest }: WorkspacePackage,
  tarballs: readonly Tarball[],
  nodes: readonly NodeRelease[],
): Promise<void> {
  const directory = join(temporary, "libraries", manifest.name.replace("@precept/", ""));
  const installed = await installIn(directory, [manifest.name], tarballs);
  if (manifest.name !== cli) report(manifest.name, installed);
  const readme = join(root, dir, "README.md");
  const imported = await importedIn(readme);
  const isMissing = (name: string) => !existsSync(join(directory, "node_modules", name));
  const frameworks = imported.others.filter(isMissing);
  if (frameworks.length > 0 || imported.own.some(isMissing))
    await installIn(directory, [...new Set([manifest.name, ...imported.own])], tarballs, frameworks);
  const isSuite = manifest.peerDependencies?.["vitest"] !== undefined;
  const programs = await compileExamples(directory, readme, { isTest: isSuite, skipLibCheck: frameworks.length > 0 });
  const runner = isSuite ? [join(directory, "node_modules/vitest/vitest.mjs"), "run", "--root", directory] : [];
  await runPrograms(directory, programs, nodes, runner);
}

/** Runs the examples of the README of the repository, its start command, and the programs in `examples` that need no framework. */
async function tryRepository(
  packages: readonly WorkspacePackage[],
  tarballs: readonly Tarball[],
  nodes: readonly NodeRelease[],
): Promise<void> {
  console.log("README.md and examples");
  const dir = join(temporary, "libraries/repository");
  const sources = await Promise.all(examplePrograms.map((name) => readFile(join(root, "examples", name, "main.ts"), "utf8")));
  await installIn(dir, namesOf(packages), tarballs, importedBy(sources).others);
  await cp(join(root, "examples/storefront"), join(dir, "storefront"), { recursive: true });
  for (const name of examplePrograms) await cp(join(root, "examples", name, "main.ts"), join(dir, name, "main.ts"));
  const programs = await compileExamples(dir, join(root, "README.md"));
  await compile(
    dir,
    examplePrograms.map((name) => `${name}/main.ts`),
  );
  await runPrograms(dir, [...programs, ...examplePrograms.map((name) => `${name}/main.js`)], nodes);
  for (const { program } of nodes)
    await runWith(program, [programIn(dir), "explain", "src/cart/cart.tsx", "--root", join(dir, "storefront")], dir);
}

async function tryOldReleases(tarballs: readonly Tarball[]): Promise<void> {
  const dir = join(temporary, "libraries/better-sqlite3");
  await installIn(dir, ["@precept/store-sqlite"], tarballs, ["better-sqlite3"]);
  for (const { release, program } of await installNodes(options.tooOld)) {
    await tryTooOld(program, join(temporary, "cli"), dir);
    console.log(`Node ${release} is refused by the command line and by a store.`);
  }
}

async function runPrograms(
  dir: string,
  programs: readonly string[],
  nodes: readonly NodeRelease[],
  runner: readonly string[] = [],
): Promise<void> {
  if (programs.length === 0) return;
  for (const { release, program } of nodes) {
    // New for each release, so that no example finds what it has written before.
    const cwd = join(dir, "runs", release);
    await writeFixtures(cwd);
    for (const file of programs)
      await runWith(program, [...runner, join(dir, file)], cwd, [join(temporary, "cli/node_modules/.bin")]);
    console.log(`  Node ${release}: ${programs.length} ${programs.length === 1 ? "example" : "examples"}`);
  }
}

function namesOf(packages: readonly WorkspacePackage[]): readonly string[] {
  return packages.map(({ manifest }) => manifest.name);
}

function report(name: string, { bytes, packages }: Installed): void {
  console.log(`${name}: ${packages} ${packages === 1 ? "package" : "packages"}, ${formatSize(bytes)}`);
}

function formatSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
