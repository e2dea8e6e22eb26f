import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import { openProject } from "./open-project.ts";
import { listStarterCases } from "./starter-cases.ts";

const cases = listStarterCases();

describe("an attempt to weaken starter policies", () => {
  it("is found if it succeeds: a project without the policies", async () => {
    await using project = await openProject({ "README.md": "" });
    const { policies } = project.workspace;
    for (const one of cases.filter(({ earlier }) => earlier === undefined))
      expect(judge(one, await policies.check(one.subject, { context: one.context }))).toBe("unseen");
  });
});
