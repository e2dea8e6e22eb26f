import { compareText } from "@precept/core";

/** Compares versions part by part, numbers as numbers: 1.10 is newer than 1.9. A version with something behind a `-` comes before itself. */
export function compareVersions(left: string, right: string): number {
  const [leftCore, leftRest] = splitRest(left);
  const [rightCore, rightRest] = splitRest(right);
  return compareParts(leftCore, rightCore) || compareRests(leftRest, rightRest);
}

function splitRest(version: string): readonly [string, string | undefined] {
  const [, core = "", rest] = /^v?([^-+]*)(?:-([^+]*))?/.exec(version) ?? [];
  return [core, rest];
}

function compareRests(left: string | undefined, right: string | undefined): number {
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
