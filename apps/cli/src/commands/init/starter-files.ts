/** The contents of the files that `precept init` creates, by path. */
export const starterFiles: Readonly<Record<string, string>> = {
  ".precept/config.yaml": `# Configuration of Precept. Every line is optional: these are the defaults.
# "precept doctor" checks this file.

# rules:
#   dirs: []          # more directories with rules
#   ignore: []        # directories below the project whose rules are ignored, such as examples/**
# store:
#   sqlite: false     # true stores rules in .precept/rules.sqlite as well
# budget:
#   characters: 100000
`,
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
