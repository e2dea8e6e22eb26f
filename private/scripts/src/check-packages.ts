import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minimumNode } from "@precept/files";
import { checkPrivateManifest, checkTarball } from "./packages/check-manifest.ts";
import { checkReadme } from "./packages/check-readme.ts";
import { checkWithAttw, checkWithPublint } from "./packages/check-types.ts";
import { packAll } from "./packages/pack.ts";
import { publishedPackages, root, workspacePackages } from "./packages/published.ts";

// Packs every package that is published, as built, and checks what npm would receive: metadata, files, exports, types and links.

const findings: string[] = [];
const report = (subject: string, found: readonly string[]): void =>
  void findings.push(...found.map((one) => `${subject}: ${one}`));

for (const one of await workspacePackages()) report(one.dir, checkPrivateManifest(one));
for (const [file, quote] of [
  ["README.md", `Node ${minimumNode} or newer`],
  ["apps/cli/README.md", `Node ${minimumNode} or newer`],
  [".github/workflows/ci.yml", `"${minimumNode}"`],
] as const) {
  const isNamed = (await readFile(join(root, file), "utf8")).includes(quote);
  report(file, isNamed ? [] : [`does not contain: ${quote}`]);
}

const published = await publishedPackages();
const into = await mkdtemp(join(tmpdir(), "precept-pack-"));
try {
  for (const tarball of await packAll(published, root, into)) {
    const one = published.find(({ manifest }) => manifest.name === tarball.manifest.name);
    if (one === undefined) throw new Error(`${tarball.path} is not a published package.`);
    report(one.dir, checkTarball(tarball, one));
    report(one.dir, await checkReadme(root, one.dir));
    report(one.dir, await checkWithPublint(tarball.path));
    // A package of data and texts has no types.
    const targets = JSON.stringify(tarball.manifest.exports ?? tarball.manifest.bin ?? "");
    if (!/^\{(?:"[^"]+":"[^"]+\.(?:json|txt)",?)+\}$/.test(targets)) report(one.dir, await checkWithAttw(tarball.path));
  }
} finally {
  await rm(into, { recursive: true, force: true });
}

for (const finding of findings) console.error(finding);
console.log(
  findings.length === 0 ? `All ${published.length} packages can be published.` : `${findings.length} problems in packages.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
