/** The rules of the trial. Each is about something else that an agent does. */
export const projectFiles: Readonly<Record<string, string>> = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".precept/rules/types.md": `---
name: types
description: Types
inclusion: fileMatch
globs: ["**/*.ts"]
checks:
  - match: { pattern: ': any\\b' }
    tests: { valid: ['a: string'], invalid: ['a: any'] }
---

No any: say what it is.
`,
  ".precept/rules/money.md": `---
name: money
description: Money
inclusion: always
checks: [NO-FLOAT]
---

Amounts are integers.
They are never parsed as decimals.
`,
  ".precept/rules/pnpm.md": `---
name: pnpm
description: Packages
inclusion: always
remind: 3
checks:
  - match: { pattern: '^npm ', context_filter: { subject: command } }
---

Install with pnpm only.
`,
  ".precept/rules/summary.md": `---
name: summary
description: Answers
inclusion: always
checks:
  - match: { context_filter: { subject: response }, absent: [{ pattern: 'Summary:' }] }
---

End each answer with a line that begins with "Summary:".
`,
  ".precept/policies/float.yaml": `id: NO-FLOAT
severity: LOW
mode: shadow
match: { pattern: 'parseFloat\\(' }
message: No decimals.
tests: { valid: ['parseInt(a)'], invalid: ['parseFloat(a)'] }
`,
};

/** The names of the rules. */
export const ruleNames = ["types", "money", "pnpm", "summary"] as const;

export type RuleName = (typeof ruleNames)[number];
