import { describe, expect, it } from "vitest";
import { enforceIn } from "../../../test/enforce-in.ts";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const policy = `
id: NO-DOUBT
severity: LOW
match: { keywords: [hmm] }
message: Be sure.
soft_hooks:
  interceptors: [{ type: referrer, config: { threshold: 2, upgrade_to: P1, handler: TERMINATE } }]
tests: { valid: [oh], invalid: [hmm] }
`;

async function createAdvised(): Promise<TestProject> {
  const project = await createProject({ ".precept/policies/a.yaml": policy });
  await enforceIn(project, { file: "a.txt", text: "hmm\n" }, { session: "s1", agent: "ada", toolUse: "1" });
  return project;
}

async function listed({ precept }: TestProject, ...args: readonly string[]) {
  const { out } = await precept(["soft-hooks", "list", ...args, "--json"]);
  return (JSON.parse(out) as { soft_hooks: { key: string; ignore_count: number; upgraded_to: unknown }[] }).soft_hooks;
}

describe("precept soft-hooks", () => {
  it("lists open advisories, with the agent that received each", async () => {
    const project = await createAdvised();
    const { out } = await project.precept(["soft-hooks", "list"]);
    expect(out).toMatch(
      /^key\s+policy\s+session\s+agent\s+ignored\s+now\s+file\n[0-9a-f]{10}\s+NO-DOUBT\s+s1\s+ada\s+0\s+SOFT_HOOK\s+a\.txt\n$/,
    );
    expect(await listed(project, "--session", "s2")).toEqual([]);
  });

  it("counts an ignored advisory once per tool use, and escalates it", async () => {
    const project = await createAdvised();
    const [advice] = await listed(project);
    const ignore = (toolUse: string) =>
      project.precept(["soft-hooks", "ignore", advice?.key.slice(0, 6) ?? "", "--tool-use", toolUse]);
    expect((await ignore("2")).out).toContain("ignored 1 time\n");
    expect((await ignore("2")).out).toBe("This tool use was already counted.\n");
    expect((await ignore("3")).out).toContain("upgraded  NO-DOUBT  ignored 2 times, now P1 TERMINATE\n");
    expect(await listed(project)).toMatchObject([{ ignore_count: 2, upgraded_to: { priority: "P1", handler: "TERMINATE" } }]);
  });

  it("removes an advisory that was followed", async () => {
    const project = await createAdvised();
    const [advice] = await listed(project);
    expect((await project.precept(["soft-hooks", "comply", advice?.key ?? ""])).out).toContain("complied  NO-DOUBT");
    expect((await project.precept(["soft-hooks", "list"])).out).toBe("No open advisories.\n");
    expect((await project.precept(["soft-hooks", "comply", advice?.key ?? ""])).code).toBe(2);
    expect((await project.precept(["audit", "list", "--soft-hooks"])).out).toContain("COMPLIED");
  });
});
