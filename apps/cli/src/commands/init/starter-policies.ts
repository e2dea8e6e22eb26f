import { nearestNames, PreceptError } from "@precept/core";
import { starterPolicies } from "@precept/governance/starters";
import { policiesDir } from "@precept/enforcement";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";

/** The names of the policies that a project can start from. */
const starterNames: readonly string[] = Object.keys(starterPolicies);

/**
 * Reads names, or the numbers of a list, as somebody wrote them.
 *
 * @throws PreceptError `OPTION_INVALID` where there are no such policies.
 */
export function readStarters(written: readonly string[]): readonly string[] {
  const names = written.flatMap((one) => {
    if (one === "none") return [];
    return one === "all" ? starterNames : [/^\d+$/.test(one) ? (starterNames[Number(one) - 1] ?? one) : one];
  });
  for (const name of names) {
    if (starterNames.includes(name)) continue;
    const near = nearestNames(name, starterNames);
    const expected = `names among ${(near.length > 0 ? near : starterNames).join(", ")}; or all, or none`;
    throw new PreceptError("OPTION_INVALID", { option: "--policies", value: name, expected });
  }
  return [...new Set(names)];
}

/** The files that hold these policies, by path. They belong to the project from then on. */
export function starterPolicyFiles(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${policiesDir}/${name}.yaml`, starterPolicies[name] ?? ""]));
}

/** The list to choose from. */
export function viewStarters(style: Style): string {
  const rows = starterNames.map((name, at) => [`  ${at + 1}`, style.green(name), style.dim(purposeOf(name))]);
  return `${["Policies to start from", ...columns(rows, style)].join("\n")}\n`;
}

/** A file says what it is about on its first line. */
function purposeOf(name: string): string {
  return /^# *(.*)/.exec(starterPolicies[name] ?? "")?.[1] ?? "";
}
