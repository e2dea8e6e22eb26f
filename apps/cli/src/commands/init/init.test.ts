import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { starterPolicies } from "@precept/governance/starters";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

async function policiesIn({ dir }: TestProject): Promise<readonly string[]> {
  return (await readdir(join(dir, ".precept/policies")).catch((): string[] => [])).toSorted();
}

describe("precept init --policies", () => {
  it("adds starter policies, which are active from then on", async () => {
    const project = await createProject({});
    const { out, code } = await project.precept(["init", "--policies", "secrets,git-safety"]);
    expect(out).toContain(".precept/policies/secrets.yaml");
    expect(out).toContain("`precept check`");
    expect(code).toBe(0);
    expect(await policiesIn(project)).toEqual(["git-safety.yaml", "secrets.yaml"]);
    expect(await readFile(join(project.dir, ".precept/policies/secrets.yaml"), "utf8")).toContain("SECRET-TOKEN");
    expect((await project.precept(["doctor"])).out).toMatch(/ok {4}policies {10}\d+ active/);
    expect((await project.precept(["check"])).code).toBe(0);
  });

  it("adds them to an existing project, and does not change existing files", async () => {
    const project = await createProject({ ".precept/policies/secrets.yaml": "# Ours\n" });
    await project.precept(["init"]);
    expect((await project.precept(["init", "--policies", "secrets,exfiltration"])).code).toBe(0);
    expect(await policiesIn(project)).toEqual(["exfiltration.yaml", "secrets.yaml"]);
    expect(await readFile(join(project.dir, ".precept/policies/secrets.yaml"), "utf8")).toBe("# Ours\n");
  });

  it("lets the user choose from a list, by name or by number", async () => {
    const project = await createProject({});
    const { out } = await project.precept(["init"], { interactive: true, answer: true, choice: "1, secrets" });
    expect(out).toMatch(/1 .*agent-roles/);
    expect(await policiesIn(project)).toEqual(["agent-roles.yaml", "secrets.yaml"]);
    const none = await createProject({});
    await none.precept(["init"], { interactive: true, answer: true, choice: "" });
    expect(await policiesIn(none)).toEqual([]);
  });

  it("accepts all and none, and refuses unknown names", { tags: "slow" }, async () => {
    const project = await createProject({});
    expect(await project.precept(["init", "--policies", "secret"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("secrets") as string,
    });
    expect(await policiesIn(project)).toEqual([]);
    await project.precept(["init", "--policies", "none"]);
    expect(await policiesIn(project)).toEqual([]);
    await project.precept(["init", "--policies", "all"]);
    expect(await policiesIn(project)).toHaveLength(Object.keys(starterPolicies).length);
    expect((await project.precept(["check"])).code).toBe(0);
    expect((await project.precept(["policies", "test"])).code).toBe(0);
  });
});
