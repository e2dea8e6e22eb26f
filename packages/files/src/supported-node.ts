/** The oldest release of Node that Precept supports. `engines` of all packages and the README name the same release. */
export const minimumNode = "22.14.0";

/** Whether a release of Node, such as `24.1.0`, is new enough. Default: the release that runs this program. */
export function isSupportedNode(version: string = process.versions.node): boolean {
  const release = parseVersion(version);
  const minimum = parseVersion(minimumNode);
  const differing = minimum.findIndex((number, at) => number !== release[at]);
  return differing === -1 || (release[differing] ?? 0) > (minimum[differing] ?? 0);
}

function parseVersion(version: string): readonly number[] {
  return version.split(".").map((number) => Number.parseInt(number, 10));
}
