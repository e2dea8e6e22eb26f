/** Policies to start from, each with tests. */
export const examples: Readonly<Record<string, string>> = {
  "A command that agents must not run": `id: NO-FORCE-PUSH
version: "1.0.0"
severity: CRITICAL
category: git
match:
  context_filter: { subject: command }
  command:
    program: git
    subcommand: push
    flags: [[--force, -f]]
message: Force pushes rewrite the history of others.
suggestion: Use --force-with-lease, or ask a person.
tests:
  valid:
    - { text: git push origin main, subject: command }
  invalid:
    - { text: git push --force origin main, subject: command }
`,
  "A text that files must not contain": `id: NO-CONSOLE-LOG
version: "1.0.0"
severity: MEDIUM
category: style
match:
  pattern: '\\bconsole\\.log\\('
  file_patterns: ["src/**/*.ts", "!**/*.test.ts"]
message: Use the logger in place of console.log.
tests:
  valid:
    - logger.info("saved")
  invalid:
    - console.log("saved")
`,
  "A file that agents must not change": `id: NO-LOCKFILE-EDITS
version: "1.0.0"
severity: HIGH
category: files
match:
  file_patterns: ["**/package-lock.json", "**/pnpm-lock.yaml"]
message: Lockfiles are written by the package manager.
suggestion: Run the package manager.
tests:
  valid:
    - { text: "{}", file: package.json }
  invalid:
    - { text: "{}", file: package-lock.json }
`,
  "An action that a person has to approve": `id: ASK-BEFORE-DEPLOY
version: "1.0.0"
severity: HIGH
handler: ASK
category: deploy
match:
  context_filter: { subject: command }
  pattern: '\\b(?:npm|pnpm) run deploy\\b'
message: A person approves deployments.
tests:
  valid:
    - { text: pnpm run build, subject: command }
  invalid:
    - { text: pnpm run deploy, subject: command }
`,
};
