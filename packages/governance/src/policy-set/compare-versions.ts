import { compareText } from "@precept/core";

/**
 * Compares versions by their parts, numerically if both are numbers: 1.9 < 1.10. A pre-release comes before its
 * release: 1.0.0-rc < 1.0.0.
 */
export function compareVersions(left: string, right: string): number {
  const [leftCore, leftPreRelease] = splitPreRelease(left);
  const [rightCore, rightPreRelease] = splitPreRelease(right);
  return compareParts(leftCore, rightCore) || comparePreReleases(leftPreRelease, rightPreRelease);
}

function splitPreRelease(version: string): readonly [string, string | undefined] {
  const [, core = "", rest] = /^v?([^-+]*)(?:-([^+]*))?/.exec(version) ?? [];
  return [core, rest];
}

function comparePreReleases(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return compareParts(left, right);
}

function compareParts(left: string, right: string): number {
  const lefts = left.split(".");
  const rights = right.split(".");
  for (let at = 0; at < Math.max(lefts.length, rights.length); at += 1) {
    const one = lefts[at] ?? "0";
    const other = rights[at] ?? "0";
    const areNumbers = /^\d+$/.test(one) && /^\d+$/.test(other);
    const difference = areNumbers ? Number(one) - Number(other) : compareText(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}
