import { expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const policies = `- id: NO-FORCE
  severity: CRITICAL
  message: Do not force a push.
  subject: command
  match: { pattern: 'git push -f' }
- id: NO-TODO
  severity: LOW
  message: No TODO.
  match: { pattern: TODO, file_patterns: ["*.ts"] }
- id: NO-SUDO
  severity: HIGH
  message: No sudo.
  match: { pattern: 'sudo ' }
`;

it("explains what a hook would do with a command, policy by policy, and records nothing", async () => {
  const { precept } = await createProject({ ".git/HEAD": "", ".precept/policies/own.yaml": policies });
  const { out, code } = await precept(["explain", "--command", "git push -f", "--all"]);
  expect(code).toBe(0);
  expect(out).toContain("git push -f: TERMINATE");
  expect(out).toContain("Do not force a push.");
  expect(out).toMatch(/Checked and not violated|Skipped/);
  expect(out).toContain("NO-TODO");
  expect(out).toContain("NO-SUDO");
  expect((await precept(["explain", "--command", "git status"])).out).toContain("git status: PASS");
  expect((await precept(["audit", "list"])).out).not.toContain("NO-FORCE");
});
