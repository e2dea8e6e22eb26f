import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openWorkspace } from "@precept/workspace";
import { createAuditLog, verifyAuditLog } from "@precept/audit-log";
import { describe, expect, it } from "vitest";
import { mountSmallDisk, getSmallDiskObstacle, type SmallDisk } from "../../../packages/files/test/small-disk.ts";
import { nativeRule, preceptIn } from "../test/precept-in.ts";
import { preceptProcess } from "../test/precept-process.ts";

const policy = `
id: NO-EVAL
severity: CRITICAL
match: { pattern: '\\beval\\(' }
message: No eval.
tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
`;

const files = {
  ".git/HEAD": "",
  ".precept/rules/one.md": nativeRule("one"),
  ".precept/rules/two.md": nativeRule("two"),
  ".precept/policies/a.yaml": policy,
  "src/a.js": "eval(a);\n",
};

async function createDisk(): Promise<SmallDisk> {
  const disk = mountSmallDisk(128);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(disk.dir, path)), { recursive: true });
    await writeFile(join(disk.dir, path), text);
  }
  return disk;
}

/** Returns every file with its text, except the files that fill the disk. */
async function contentOf({ dir }: SmallDisk): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== "ballast")
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(dir.length + 1), await readFile(path, "utf8")])),
  );
}

const whyNot = getSmallDiskObstacle();

describe.skipIf(whyNot !== undefined)(`a full disk${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`, () => {
  it.each([
    [["create", "three", "--content", "x"], ".precept/rules/three.md"],
    [["edit", "one", "--priority", "9"], ".precept/rules/one.md"],
    [["disable", "one"], ".precept/rules/one.md"],
    [["export", "--to", "claude"], ".precept/ledger.json"],
    [["check", "--update-baseline"], ".precept/baseline.json"],
  ])("makes %j fail with the path, and changes nothing", async (args, path) => {
    const disk = await createDisk();
    // The first run has written the files that later runs use.
    await preceptIn(disk.dir, ["check"]);
    disk.fill();
    const before = await contentOf(disk);
    const { code, err } = await preceptIn(disk.dir, args);
    expect(err).toContain(`error: Cannot write "${path}": no space is left on the device.\n`);
    expect(code).toBe(3);
    expect(await contentOf(disk)).toEqual(before);
    disk.free();
    expect((await preceptIn(disk.dir, args)).err).toBe("");
  });

  it("does not prevent deleting rules and resolving requests", async () => {
    const disk = await createDisk();
    disk.fill();
    const { ".precept/rules/two.md": _, ...left } = await contentOf(disk);
    expect((await preceptIn(disk.dir, ["explain", "src/a.js"])).err).toBe("");
    expect(await preceptIn(disk.dir, ["delete", "two", "--yes"])).toMatchObject({ code: 0, err: "" });
    expect(await contentOf(disk)).toEqual(left);
  });

  it("loses no complete line of a trace file that several processes append to", async () => {
    const disk = await createDisk();
    await preceptIn(disk.dir, ["explain", "src/a.js"]);
    disk.fill();
    disk.free();
    await writeFile(join(disk.dir, "ballast"), Buffer.alloc(100_000));
    for (let round = 0; round < 3; round += 1) {
      const calls = Array.from({ length: 4 }, (_, at) => preceptProcess(disk, ["explain", `src/${round}-${at}.js`]));
      expect((await Promise.all(calls)).map(({ code, err }) => [code, err])).toEqual(calls.map(() => [0, ""]));
    }
    const text = await readFile(join(disk.dir, ".precept/state/traces.jsonl"), "utf8");
    expect(text.endsWith("\n")).toBe(true);
    const traces = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly files: readonly string[] });
    const recorded = traces.map(({ files: [file] }) => file);
    expect(new Set(recorded).size).toBe(recorded.length);
  });

  it("makes an audit entry fail with the path; entries before and after it verify", async () => {
    const disk = mountSmallDisk();
    const dir = join(disk.dir, "audit");
    await using log = createAuditLog({ dir });
    const append = (ruleId: string): Promise<unknown> =>
      log.violations.append({
        rule_id: ruleId,
        handler: "LOG_ONLY",
        priority: "P2",
        phase: "REVIEW",
        violation: { message: "x".repeat(3000) },
      });
    await append("before");
    disk.fill();
    const path = join(dir, "rule_violations.jsonl");
    // The last block may have space for one more entry.
    const outcomes = await Promise.allSettled([append("full-1"), append("full-2"), append("full-3")]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) {
      expect(String(reason)).toContain(`cannot write "${path}": no space is left on the device.`);
    }
    disk.free();
    await append("after");
    const [report] = await verifyAuditLog(path);
    expect(report).toMatchObject({ isIntact: true, entries: 2 + outcomes.length - refused.length });
  });

  it("does not lose the decision of a policy", async () => {
    const disk = await createDisk();
    await using workspace = await openWorkspace(disk.dir, { home: join(disk.dir, "no-home"), discover: false });
    disk.fill();
    const { action } = await workspace.check({ text: "eval(a)", file: "src/a.js" });
    expect(action).toBe("TERMINATE");
  });
});
