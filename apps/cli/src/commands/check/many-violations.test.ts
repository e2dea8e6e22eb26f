import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const policies = `rule:
  id: NO-X
  severity: LOW
  message: No x
  handler: LOG_ONLY
  match: { pattern: "x" }
  tests: { valid: [a], invalid: [x] }
---
rule:
  id: NO-Y
  severity: CRITICAL
  message: No y
  handler: QUICK_FIX
  match: { pattern: "y" }
  tests: { valid: [a], invalid: [y] }
`;

/** A project with violations in each line of its files, of which the last one violates another policy as well. */
function createBadProject(files: number, lines: number): Promise<TestProject> {
  const texts = Array.from(
    { length: files },
    (_, at) => [`bad/${String(at).padStart(3, "0")}.txt`, "x\n".repeat(lines)] as const,
  );
  return createProject({ ".precept/policies/p.yaml": policies, ...Object.fromEntries(texts), "bad/zzz.txt": "y\n" });
}

it(
  "a check with 130,000 violations shows 1,000 of them with the most severe, and counts the rest",
  { tags: "slow" },
  async () => {
    const { precept } = await createBadProject(130, 1000);
    const { code, out, err } = await precept(["check", "bad"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    const lines = out.split("\n");
    expect(lines.filter((line) => line.startsWith("bad/"))).toHaveLength(1000);
    expect(lines.filter((line) => line.includes("NO-Y"))).toHaveLength(1);
    expect(out).toContain(
      "129,001 more violations left out; `--report json=FILE` lists all, and `--max-reported` changes the limit\n",
    );
    expect(out).toContain("130,001 violations (1 QUICK_FIX, 130000 LOG_ONLY)");
  },
);

it("--quiet and accepted violations do not count as left out", async () => {
  const { precept } = await createBadProject(2, 600);
  expect((await precept(["check", "bad", "--quiet"])).out).not.toContain("left out");
  await precept(["check", "bad", "--baseline", "known.json", "--update-baseline"]);
  expect((await precept(["check", "bad", "--baseline", "known.json"])).out).not.toContain("left out");
});

it("each report has its own limit, and says what it leaves out", async () => {
  const { precept, dir } = await createBadProject(2, 750);
  // A report that is there is replaced.
  await writeFile(join(dir, "report.json"), "old");
  const reports = ["sarif=report.sarif", "json=report.json", "github=report.txt"].flatMap((one) => ["--report", one]);
  await precept(["check", "bad", ...reports]);
  const read = (name: string): Promise<string> => readFile(join(dir, name), "utf8");
  const json = JSON.parse(await read("report.json")) as { readonly violations: readonly object[] };
  expect(json.violations).toHaveLength(1501);
  expect(json).not.toHaveProperty("violations_left_out");
  const annotations = (await read("report.txt")).trimEnd().split("\n");
  expect(annotations).toHaveLength(1001);
  expect(annotations.at(-1)).toMatch(/^::notice::501 more violations left out; /);
  const { runs } = JSON.parse(await read("report.sarif")) as {
    readonly runs: readonly { readonly results: readonly object[] }[];
  };
  expect(runs[0]?.results).toHaveLength(1501);
  expect(runs[0]).not.toHaveProperty("invocations");
});

it("--max-reported limits every report", async () => {
  const { precept } = await createBadProject(1, 20);
  const { out } = await precept(["check", "bad", "--max-reported", "2", "--format", "sarif"]);
  expect(JSON.parse(out)).toMatchObject({
    runs: [
      {
        results: [{ ruleId: "NO-X" }, { ruleId: "NO-Y" }],
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [{ message: { text: expect.stringMatching(/^19 more violations left out/) as unknown } }],
          },
        ],
      },
    ],
  });
  const json = await precept(["check", "bad", "--max-reported", "2", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ violations_left_out: 19, action: "QUICK_FIX" });
  expect(json.code).toBe(1);
  expect((await precept(["check", "bad", "--max-reported", "0"])).code).toBe(1);
});
