import { Random } from "../../../testing/src/random.ts";
import { describe, expect, it } from "vitest";
import { listTrials } from "./attempts.ts";
import { judge } from "./judge.ts";
import { openProject } from "./open-project.ts";
import { listStarterCases } from "./starter-cases.ts";

const random = new Random(16);
const cases = listStarterCases();

describe("an attempt to weaken starter policies", () => {
  it.each(listTrials())("has no effect or is reported: $way", async ({ run }) => {
    const attempts = await run(random.shuffle(cases).slice(0, 3));
    expect(attempts.filter(({ verdict }) => verdict === "unseen")).toEqual([]);
  });

  it("is found if it succeeds: a project without the policies", async () => {
    await using project = await openProject({ "README.md": "" });
    const { policies } = project.workspace;
    for (const one of cases.filter(({ earlier }) => earlier === undefined))
      expect(judge(one, await policies.check(one.subject, { context: one.context }))).toBe("unseen");
  });
});
