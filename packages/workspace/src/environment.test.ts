import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createProject, nativeRule } from "../test/project.ts";
import { readUserEnvironment, withEnvironment } from "./environment.ts";
import { openWorkspace } from "./open-workspace.ts";

afterEach(() => vi.unstubAllEnvs());

it("makes paths absolute, and ignores empty variables", () => {
  const empty = { PRECEPT_HOME: "", PRECEPT_USER: "", PRECEPT_TRUSTED_DIRS: "", PRECEPT_MANAGED_DIR: "" };
  expect(readUserEnvironment(empty, "/work")).toEqual({ home: join(homedir(), ".precept") });
  expect(readUserEnvironment({}, "/work")).toEqual({ home: join(homedir(), ".precept") });
  const env = { PRECEPT_HOME: "home", PRECEPT_USER: "ann", PRECEPT_TRUSTED_DIRS: "a: /b :", PRECEPT_MANAGED_DIR: "managed" };
  expect(readUserEnvironment(env, "/work")).toEqual({
    home: "/work/home",
    user: "ann",
    trustedDirs: ["/work/a", "/b"],
    managedPolicyDirs: ["managed"],
  });
});

it("does not change options, also those that are undefined", () => {
  vi.stubEnv("PRECEPT_USER", "ann");
  vi.stubEnv("PRECEPT_TRUSTED_DIRS", "/b");
  expect(withEnvironment({ home: "/h" })).toMatchObject({ home: "/h", user: "ann", trustedDirs: ["/b"] });
  expect(withEnvironment({ home: "/h", user: undefined, trustedDirs: [] })).toMatchObject({ user: undefined, trustedDirs: [] });
});

it("decides for openWorkspace whose rules are read and what is trusted, unless options say it", async () => {
  const { dir } = await createProject({
    "shop/.precept/config.yaml": "rules: { dirs: [../outside] }\n",
    "outside/outside.md": nativeRule("outside"),
    "home/users/ann/rules/a.md": nativeRule("of-ann"),
  });
  vi.stubEnv("PRECEPT_HOME", join(dir, "home"));
  vi.stubEnv("PRECEPT_USER", "ann");
  vi.stubEnv("PRECEPT_TRUSTED_DIRS", join(dir, "outside"));
  const namesWith = async (options: Parameters<typeof openWorkspace>[1]) => {
    await using workspace = await openWorkspace(join(dir, "shop"), options);
    return (await workspace.resolve()).applied.map(({ rule }) => rule.name).toSorted();
  };
  expect(await namesWith({})).toEqual(["of-ann", "outside"]);
  expect(await namesWith({ user: undefined, trustedDirs: [] })).toEqual([]);
});
