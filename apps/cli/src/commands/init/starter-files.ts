/** What a new project gets, by path. */
export const starterFiles: Readonly<Record<string, string>> = {
  ".precept/config.yaml": `# What Precept is told about this project. Every line may go: these are the defaults.
# "precept doctor" checks this file.

# rules:
#   dirs: []          # more directories with rules
#   ignore: []        # directories below the project whose rules are left alone, such as examples/**
# store:
#   sqlite: false     # true keeps rules in .precept/rules.sqlite as well
# budget:
#   characters: 100000
`,
  ".precept/rules/house-rules.md": `---
name: house-rules
description: What holds everywhere in this project
inclusion: always
---

- Follow the conventions of the code around you.
- Ask before you add a dependency.
`,
  ".precept/.gitignore": `# A person's own rules, and what can be made again.
local/
state/
audit/
rules.sqlite*
`,
};
