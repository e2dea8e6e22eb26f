import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createProject as createDirectory, policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

/** Creates a directory with a managed policy that forbids "bad", to which only its owner can write. */
async function managedDir(): Promise<string> {
  const { dir } = await createDirectory({ "m.yaml": policyFile({ id: "MANAGED", severity: "CRITICAL" }) });
  await chmod(join(dir, "m.yaml"), 0o644);
  return dir;
}

const own = { ".precept/policies/own.yaml": policyFile({ id: "OWN", severity: "CRITICAL" }) };

describe("precept check of files that the configuration excludes", () => {
  it.each([
    ["policies.ignore", "policies: { ignore: ['src/**'] }"],
    ["the directory of the audit log", "policies: { audit: { dir: src } }"],
    ["the path of the baseline", "policies: { baseline: src }"],
  ])("applies managed policies to them, and no others: %s", async (_, config) => {
    const files = { ...own, ".precept/config.yaml": config, "src/a.js": "bad\n", "b.js": "fine\n" };
    const { precept } = await createProject(files);
    const env = { PRECEPT_MANAGED_DIR: await managedDir() };
    const { code, out } = await precept(["check", "--json"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ violations: [{ rule_id: "MANAGED", file: "src/a.js" }], ignored: 1 });
    expect((await precept(["check", "src"], { env })).out).toContain(
      "left out: 1 file that the configuration excludes, except for 1 managed policy\n",
    );
  });

  it("says how many they are if there are no managed policies", async () => {
    const files = { ...own, ".precept/config.yaml": "policies: { ignore: ['src/**'] }", "src/a.js": "bad\n", "b.js": "fine\n" };
    const { precept } = await createProject(files);
    const { code, out } = await precept(["check"]);
    expect(code).toBe(0);
    expect(out).toContain("left out: 1 file that the configuration excludes\n");
  });

  it("does not take the audit log and the baseline for files of the project", async () => {
    const files = {
      ...own,
      ".precept/config.yaml": "policies: { audit: { dir: log }, baseline: accepted.json }",
      "log/policy_violations.jsonl": '{ "excerpt": "bad" }\n',
      "accepted.json": '{ "version": 1, "entries": [] }',
    };
    const { precept } = await createProject(files);
    const { code, out } = await precept(["check", "--json"], { env: { PRECEPT_MANAGED_DIR: await managedDir() } });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ violations: [], ignored: 0 });
  });
});
