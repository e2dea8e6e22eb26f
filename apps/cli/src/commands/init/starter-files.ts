import { nearestNames, PreceptError } from "@precept/core";
import { policiesDir } from "@precept/enforcement";
import { starterPolicies } from "@precept/governance/starters";
import type { Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

/** The configuration of a new project. @param hasTools whether other tools' rule files exist, for exports to write. */
function createConfig(hasTools: boolean): string {
  return `# Configuration of Precept. Every line is optional${hasTools ? "" : ": these are the defaults"}.
# "precept doctor" checks this file.
${
  hasTools
    ? `
# "precept export" writes the rules for the tools whose files are in the project.
export:
  to: detected
`
    : ""
}
# rules:
#   dirs: []          # more directories with rules
#   ignore: []        # directories below the project whose rules are ignored, such as examples/**
# store:
#   sqlite: false     # true stores rules in .precept/rules.sqlite as well
# budget:
#   characters: 100000
`;
}

const otherFiles: Readonly<Record<string, string>> = {
  ".precept/rules/house-rules.md": `---
name: house-rules
description: General rules of this project
inclusion: always
---

- Follow the conventions of the code around you.
- Ask before you add a dependency.
`,
  ".precept/.gitignore": `# Personal rules, and files that Precept can create again.
local/
state/
audit/
rules.sqlite*
`,
};

/**
 * Returns the contents of the files that `precept init` creates, by path.
 *
 * @param hasTools whether the project has rule files of other tools.
 */
export function createStarterFiles(hasTools: boolean): Readonly<Record<string, string>> {
  return { ".precept/config.yaml": createConfig(hasTools), ...otherFiles };
}

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

export function starterPolicyFiles(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${policiesDir}/${name}.yaml`, starterPolicies[name] ?? ""]));
}

export function viewStarters(style: Style): string {
  const rows = starterNames.map((name, at) => [`  ${at + 1}`, style.green(name), style.dim(purposeOf(name))]);
  return `${["Starter policies", ...columns(rows, style)].join("\n")}\n`;
}

/** The comment on the first line of a policy file. */
function purposeOf(name: string): string {
  return /^# *(.*)/.exec(starterPolicies[name] ?? "")?.[1] ?? "";
}
