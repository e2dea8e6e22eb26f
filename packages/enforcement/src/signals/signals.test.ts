import { starterPolicies } from "@precept/governance/starters";
import { openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createPolicyProject } from "../../test/policy-project.ts";
import { detectCi } from "./ci-providers.ts";

const policy = `id: NO-FORCE
severity: CRITICAL
match:
  pattern: 'git push --force'
  context_filter: { subject: command, branch: [main, master] }
message: "\`{match}\` would rewrite {branch}."
`;
const push = { kind: "command", text: "git push --force" } as const;

async function openProject(branch: string) {
  const project = await createPolicyProject({ ".precept/policies/a.yaml": policy });
  openTestRepository(project.dir).git("checkout", "-q", "-b", branch);
  return project.open();
}

describe("a policy that filters on the branch", () => {
  it("denies a force push on main, with the reason, and accepts it on another branch", async () => {
    const denied = await (await openProject("main")).enforce(push);
    expect(denied).toMatchObject({ action: "TERMINATE", violations: [{ message: "`git push --force` would rewrite main." }] });
    expect(await (await openProject("mine")).enforce(push)).toMatchObject({ action: "PASS" });
  });

  it("follows the branch from call to call", async () => {
    const project = await createPolicyProject({ ".precept/policies/a.yaml": policy });
    const { git } = openTestRepository(project.dir);
    const engine = project.open();
    git("checkout", "-q", "-b", "mine");
    expect(await engine.check(push)).toMatchObject({ action: "PASS" });
    git("checkout", "-q", "-b", "main");
    expect(await engine.check(push)).toMatchObject({ action: "TERMINATE" });
  });

  it("ignores a branch in the caller's context, with a diagnostic", async () => {
    const engine = await openProject("main");
    expect(await engine.enforce(push, { context: { branch: "mine" } })).toMatchObject({
      action: "TERMINATE",
      diagnostics: [{ code: "policies/context-ignored" }],
    });
    expect(await engine.check(push, { signals: { branch: "mine" } })).toMatchObject({ action: "PASS", diagnostics: [] });
  });
});

describe("the starter git-safety", () => {
  it.each([
    ["fix-cart", "git push --force", "GIT-FORCE-PUSH-OWN"],
    ["fix-cart", "git push -f origin fix-cart", "GIT-FORCE-PUSH-OWN"],
    ["fix-cart", "git push -f origin main", "GIT-FORCE-PUSH"],
    ["fix-cart", "git push origin +HEAD:main", "GIT-FORCE-PUSH"],
    ["fix-cart", "git push -f --all", "GIT-FORCE-PUSH"],
    ["main", "git push --force", "GIT-FORCE-PUSH"],
    ["--detach", "git push --force", "GIT-FORCE-PUSH"],
  ])("on the branch %s, `%s` violates %s", async (branch, text, policyId) => {
    const project = await createPolicyProject({ ".precept/policies/git.yaml": starterPolicies["git-safety"] ?? "" });
    const { git } = openTestRepository(project.dir);
    git("checkout", "-q", "-B", "main");
    git("commit", "-q", "--allow-empty", "-m", "one");
    if (branch === "--detach") git("checkout", "-q", "--detach");
    else git("checkout", "-q", "-B", branch);
    const { violations } = await project.open().check({ kind: "command", text });
    expect(violations.map((violation) => violation.policy)).toEqual([policyId]);
  });

  it("advises against any forced push without a repository", async () => {
    const project = await createPolicyProject({ ".precept/policies/git.yaml": starterPolicies["git-safety"] ?? "" });
    expect(await project.open().check(push)).toMatchObject({ action: "QUICK_FIX" });
  });
});

describe("the context", () => {
  it("contains the signals that active policies use, and no others", async () => {
    const engine = await openProject("main");
    expect(await engine.contextFor()).toEqual({ branch: "main" });
    await engine.register(policy.replace("NO-FORCE", "B").replace("branch: [main, master]", "ci: none, user: { not: x }"));
    expect(Object.keys(await engine.contextFor({ context: { task: 1 } })).toSorted()).toEqual(["branch", "ci", "task", "user"]);
  });

  it("has the role that a trusted program names, or else the caller", async () => {
    const engine = await openProject("main");
    expect(await engine.contextFor({ context: { role: "admin" } })).toMatchObject({ role: "admin" });
    expect(await engine.contextFor({ context: { role: "admin" }, signals: { role: "reader" } })).toMatchObject({
      role: "reader",
    });
  });
});

it.each([
  [{}, "none"],
  [{ CI: "" }, "none"],
  [{ CI: "false" }, "none"],
  [{ CI: "true" }, "other"],
  [{ CI: "true", GITHUB_ACTIONS: "true" }, "github-actions"],
  [{ GITHUB_ACTIONS: "true", GITEA_ACTIONS: "true" }, "gitea-actions"],
  [{ JENKINS_URL: "https://ci.example" }, "jenkins"],
])("the provider of continuous integration for %j is %s", (env, name) => {
  expect(detectCi(env)).toBe(name);
});
