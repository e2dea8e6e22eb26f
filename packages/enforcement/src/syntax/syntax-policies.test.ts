import { describeDiagnostic } from "@precept/testing";
import { expect, it } from "vitest";
import { createPolicyProject } from "../../test/policy-project.ts";

const policy = (id: string, pattern: string) => `
id: ${id}
severity: HIGH
match:
  syntax: { language: javascript, pattern: ${pattern}, where: { F: '^child_process\\.exec$' } }
message: "{F}"
tests:
  valid: ["/a/.exec(text)", '// import { exec } from "child_process"']
  invalid: ['import { exec as run } from "child_process"; run(a)']
`;

it("is tested when the policies are loaded, and found in files and in edits", async () => {
  const { open } = await createPolicyProject({
    ".precept/policies/a.yaml": policy("RUNS", "$F($$$A)"),
    ".precept/policies/b.yaml": policy("NEVER", "foo((($F"),
  });
  await using policies = open();
  expect((await policies.list()).map(({ id }) => id)).toEqual(["RUNS"]);
  expect((await policies.diagnostics()).map(describeDiagnostic)).toEqual(["policy/test-missing .precept/policies/b.yaml:2:1"]);
  const text = 'import * as cp from "node:child_process";\ncp.exec(a);\n';
  const { violations } = await policies.check({ text, file: "src/a.js" });
  expect(violations).toMatchObject([{ line: 2, column: 1, message: "cp.exec" }]);
  expect(await policies.trace("RUNS", { text, file: "src/a.js" })).toMatchObject([{ path: "match.syntax", result: "holds" }]);
});
