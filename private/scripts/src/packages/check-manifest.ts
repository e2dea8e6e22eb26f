import { minimumNode } from "@precept/files";
import type { WorkspacePackage } from "./published.ts";
import type { Tarball } from "./pack.ts";

const repository = "https://github.com/precept-ai/precept";

/** Returns what is wrong with the metadata and the files of a packed package. */
export function checkTarball({ manifest, files }: Tarball, { dir }: WorkspacePackage): readonly string[] {
  const expected: readonly (readonly [field: string, found: unknown, wanted: unknown])[] = [
    ["license", manifest.license, "MIT"],
    ["homepage", manifest.homepage, `${repository}/tree/main/${dir}#readme`],
    ["bugs", manifest.bugs, `${repository}/issues`],
    ["repository.type", manifest.repository?.type, "git"],
    ["repository.url", manifest.repository?.url, `git+${repository}.git`],
    ["repository.directory", manifest.repository?.directory, dir],
    ["engines.node", manifest.engines?.node, `>=${minimumNode}`],
  ];
  return [
    ...expected
      .filter(([, found, wanted]) => found !== wanted)
      .map(([field, found, wanted]) => `${field} is ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`),
    ...(manifest.description === undefined ? ["description is missing"] : []),
    ...checkRanges(manifest.dependencies, "dependencies"),
    ...checkRanges(manifest.peerDependencies, "peerDependencies"),
    ...["LICENSE", "README.md", ...(isBundled(manifest) ? ["dist/licenses.txt"] : [])]
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is not in the tarball`),
    ...files
      .filter((file) => /\.(?:test|bench)\.[^/]+$|\/testing\/|tsbuildinfo$/.test(file))
      .map((file) => `${file} must not be in the tarball`),
  ];
}

/** Whether the package is a program that contains the code of its dependencies, and so quotes their licences. */
function isBundled({ bin, dependencies }: WorkspacePackage["manifest"]): boolean {
  return bin !== undefined && dependencies === undefined;
}

/** Changesets compares the versions of all packages, so a private one without a version stops `changeset version`. */
export function checkPrivateManifest({ manifest }: WorkspacePackage): readonly string[] {
  return manifest.version === undefined ? ['version is missing: write "0.0.0", which is never changed'] : [];
}

/** Pinned versions would install a package twice; open ranges would accept versions that do not exist yet. */
function checkRanges(ranges: Readonly<Record<string, string>> = {}, field: string): readonly string[] {
  return Object.entries(ranges)
    .filter(([, range]) => !/^\^\d+\.\d+\.\d+(?: \|\| \^\d+\.\d+\.\d+)*$/.test(range))
    .map(([name, range]) => `${field}: ${name} is "${range}", expected a caret range such as ^1.2.3`);
}
