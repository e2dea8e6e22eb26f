/** The oldest release of Node that Precept supports. `engines` of all packages and the README name the same release. */
export const minimumNode = "22.14.0";

/** Whether a release of Node, such as `24.1.0`, is new enough. Default: the release that runs this program. */
export function isSupportedNode(version: string = process.versions.node): boolean {
  const release = parseVersion(version);
  const minimum = parseVersion(minimumNode);
  const differing = minimum.findIndex((number, at) => number !== release[at]);
  return differing === -1 || (release[differing] as number) > (minimum[differing] as number);
}

/** Explains why Precept cannot run in this runtime. Undefined if it can. Deno lacks functions of `node:module`. */
export function explainUnsupportedRuntime(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): string | undefined {
  const { node = "0.0.0", deno } = versions;
  const needs = `Precept needs Node ${minimumNode} or newer`;
  if (deno !== undefined) return `${needs}; this is Deno ${deno}. Run it with Node, for example by \`npx @precept/cli\`.`;
  return isSupportedNode(node) ? undefined : `${needs}; this is Node ${node}.`;
}

function parseVersion(version: string): readonly number[] {
  return version.split(".").map((number) => Number.parseInt(number, 10));
}
