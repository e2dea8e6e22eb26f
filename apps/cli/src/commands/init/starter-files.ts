/** The configuration of a new project. @param hasTools whether the project has rule files of other tools, which an export then writes. */
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

/** The contents of the files that `precept init` creates, by path. */
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
