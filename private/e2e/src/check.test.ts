import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runPrecept } from "./run-node.ts";

/** Joined from parts, so that secret scanners do not report it. */
const token = ["gh", "p_", "q8Zt2Lm9Xv4Rb7Nw3Kc6Yp1Dh5Js0Gf8TaU2"].join("");

const policy = `
id: MONEY-CENTS
severity: HIGH
category: domain
match: { pattern: '\\bparseFloat\\(', file_patterns: ["src/**"] }
message: "\`{match}\` makes a fraction of money."
suggestion: Count cents.
fix: { replacement: "parseCents(" }
tests: { valid: [parseCents(x)], invalid: [{ text: parseFloat(x), fixed: parseCents(x) }] }
`;

const files: Readonly<Record<string, string>> = {
  ".precept/config.yaml": "policies:\n  starters: [secrets, debug-leftovers]\n",
  ".precept/policies/money.yaml": policy,
  ".precept/policies/asleep.yaml":
    "id: NEVER-FIRES\nseverity: LOW\nmessage: It sleeps.\nmatch: { pattern: evil }\ntests: { invalid: [good] }\n",
  "src/cart.ts": "export const total = parseFloat(input);\nconsole.log(total);\n",
  "src/pay.ts": `const token = "${token}";\n`,
  "src/debug.ts": "// precept-ignore DEBUG-PRINT -- this file is the logger\nconsole.log(1);\n",
  "docs/pay.md": "Count cents.\n",
};

async function createTree(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-check-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return dir;
}

async function golden(name: string, dir: string, ...args: readonly string[]): Promise<void> {
  const { out, err } = await runPrecept([...args, "--root", dir]);
  expect(err).toBe("");
  expect(out).not.toContain(token);
  await expect(out.replaceAll(dir, "/project").replaceAll("\r\n", "\n")).toMatchFileSnapshot(
    join(import.meta.dirname, "golden", name),
  );
}

it("reports violations of a project's policies without printing the secret", async () => {
  const dir = await createTree();
  await golden("check.txt", dir, "check");
  await golden("check.github.txt", dir, "check", "--format", "github");
  await golden("check-fix.txt", dir, "check", "src/cart.ts", "--fix-dry-run");
});

it("lists policies, runs their tests and explains one for a file", async () => {
  const dir = await createTree();
  await golden("policies-list.txt", dir, "policies", "list");
  await golden("policies-test.txt", dir, "policies", "test");
  await golden("policies-explain.txt", dir, "policies", "explain", "MONEY-CENTS", join(dir, "docs/pay.md"));
});
