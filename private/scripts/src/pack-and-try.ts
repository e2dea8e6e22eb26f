import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minimumNode } from "@precept/files";
import { Command } from "commander";
import { installIn, installNode, type Installed } from "./packages/install.ts";
import { packAll } from "./packages/pack.ts";
import { publishedPackages, root } from "./packages/published.ts";
import { versionCopy } from "./packages/release-copy.ts";
import { run } from "./packages/run.ts";
import { tryCommands, tryTooOld } from "./packages/try-cli.ts";
import { compile, compileExamples, runWith } from "./packages/try-examples.ts";

// Versions, packs and installs every built package as its users would, in empty directories, and runs the command line and the examples of READMEs
// on several releases of Node. Needs `pnpm build` and the npm registry.

const options = new Command("pack-and-try")
  .option("--node <releases...>", "releases of Node to run everything on", [minimumNode, "latest"])
  .option("--too-old <releases...>", "releases of Node that must be refused", ["20.20.0", "22.12.0"])
  .parse()
  .opts<{ node: string[]; tooOld: string[] }>();

const cli = "@precept/cli";
/** The most that the command line may install. */
const limits = { bytes: 12_000_000, packages: 5 };

const temporary = await mkdtemp(join(tmpdir(), "precept-try-"));
const at = (...path: readonly string[]): string => join(temporary, ...path);
try {
  await tryAll();
} finally {
  await rm(temporary, { recursive: true, force: true });
}

async function tryAll(): Promise<void> {
  const version = await versionCopy(at("release"));
  console.log(`changeset version: ${version}`);
  const published = await publishedPackages();
  const tarballs = await packAll(published, at("release"), at("tarballs"));
  const publish = ["publish", "--dry-run", "--access", "public"];
  await Promise.all(tarballs.map(({ path }) => run("npm", [...publish, path], { cwd: temporary })));
  console.log(`npm publish --dry-run: ${tarballs.length} packages`);

  const nodes = new Map<string, string>();
  for (const release of [...options.node, ...options.tooOld]) nodes.set(release, await installNode(at("node", release), release));

  // The command line alone, without any optional package
  const installed = await installIn(at("cli"), [cli], tarballs);
  report(cli, installed);
  if (installed.bytes > limits.bytes || installed.packages > limits.packages) {
    throw new Error(`${cli} installs more than ${megabytes(limits.bytes)} or ${limits.packages} packages.`);
  }
  for (const [index, release] of options.node.entries()) {
    const count = await tryCommands(nodeOf(release), at("cli"), at("projects", String(index)));
    console.log(`  Node ${release}: ${count} commands`);
  }

  // Each package with its README
  for (const { dir, manifest } of published) {
    const isSuite = manifest.peerDependencies?.["vitest"] !== undefined;
    const folder = at("libraries", manifest.name.replace("@precept/", ""));
    const size = await installIn(folder, [manifest.name], tarballs);
    if (manifest.name !== cli) report(manifest.name, size);
    // What its examples import besides
    const others = published.map((one) => one.manifest.name).filter((name) => name !== manifest.name);
    await installIn(folder, [manifest.name, ...others], tarballs);
    const programs = await compileExamples(folder, join(root, dir, "README.md"), isSuite);
    await runAll(folder, programs, isSuite);
  }

  // The README of the repository, and the program in examples/library
  const folder = at("libraries/repository");
  await installIn(
    folder,
    published.map(({ manifest }) => manifest.name),
    tarballs,
  );
  await cp(join(root, "examples/storefront"), join(folder, "storefront"), { recursive: true });
  await cp(join(root, "examples/library/main.ts"), join(folder, "library/main.ts"));
  const programs = await compileExamples(folder, join(root, "README.md"));
  console.log("README.md and examples/library");
  await runAll(folder, programs, false);
  await compile(folder, ["library/main.ts"]);
  await runAll(folder, ["library/main.js"], false);

  await installIn(at("libraries/better-sqlite3"), ["@precept/store-sqlite"], tarballs, ["better-sqlite3"]);
  for (const release of options.tooOld) {
    await tryTooOld(nodeOf(release), at("cli"), at("libraries/better-sqlite3"));
    console.log(`Node ${release} is refused, by the command line and by a store.`);
  }

  function nodeOf(release: string): string {
    return nodes.get(release) ?? process.execPath;
  }

  async function runAll(directory: string, files: readonly string[], isSuite: boolean): Promise<void> {
    for (const release of options.node) {
      for (const file of files) {
        const args = isSuite ? [join(directory, "node_modules/vitest/vitest.mjs"), "run", file] : [file];
        await runWith(nodeOf(release), args, directory, [join(directory, "node_modules/.bin")]);
      }
      if (files.length > 0) console.log(`  Node ${release}: ${files.length} ${files.length === 1 ? "example" : "examples"}`);
    }
  }
}

function report(name: string, { bytes, packages }: Installed): void {
  console.log(`${name}: ${packages} ${packages === 1 ? "package" : "packages"}, ${megabytes(bytes)}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
