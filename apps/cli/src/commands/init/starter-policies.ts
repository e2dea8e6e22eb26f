import { nearestNames, PreceptError } from "@precept/core";
import { starterPolicies } from "@precept/governance/starters";
import { policiesDir } from "@precept/enforcement";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";

/** The names of the starter policies. */
const starterNames: readonly string[] = Object.keys(starterPolicies);

/**
 * Reads the names of starter policies, or their numbers in the list that {@link viewStarters} shows.
 *
 * @throws PreceptError `STARTER_UNKNOWN`
 */
export function readStarters(written: readonly string[]): readonly string[] {
  const names = written.flatMap((one) => {
    if (one === "none") return [];
    return one === "all" ? starterNames : [/^\d+$/.test(one) ? (starterNames[Number(one) - 1] ?? one) : one];
  });
  for (const name of names) {
    if (starterNames.includes(name)) continue;
    const known = [...starterNames, "all", "none"];
    throw new PreceptError("STARTER_UNKNOWN", { name, known, near: nearestNames(name, known) });
  }
  return [...new Set(names)];
}

/** The contents of the starter policies' files, by path. */
export function starterPolicyFiles(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${policiesDir}/${name}.yaml`, starterPolicies[name] ?? ""]));
}

/** The numbered list that the user chooses from. */
export function viewStarters(style: Style): string {
  const rows = starterNames.map((name, at) => [`  ${at + 1}`, style.green(name), style.dim(purposeOf(name))]);
  return `${["Starter policies", ...columns(rows, style)].join("\n")}\n`;
}

/** The comment on the first line of a policy file. */
function purposeOf(name: string): string {
  return /^# *(.*)/.exec(starterPolicies[name] ?? "")?.[1] ?? "";
}
