import { describe, expect, it } from "vitest";
import { root } from "../run-node.ts";
import { createSeed } from "./requirement.ts";
import { checkSeeds, findUncitedTests, seeds } from "./seeds.ts";

describe("the requirements of the documents that Precept was designed from", () => {
  it("have tests that exist", () => expect(checkSeeds(root, seeds)).toEqual([]));

  it("cite every test that names a section or a property", () => {
    expect(findUncitedTests(root, seeds)).toEqual([]);
    expect(findUncitedTests(root, [])).toContainEqual(expect.stringContaining("Property 5: Always Inclusion Guarantee"));
  });

  it("are reported without a test, with an unknown one, and with a repeated id", () => {
    const own = "private/e2e/src/seeds/samples: loads the files of a workspace";
    const seed = createSeed("Test", [
      ["T1", "1", "Shown", [own]],
      ["T2", "1", "Not shown", []],
      ["T3", "1", "Unknown", [own, `${own} everywhere`, "private/none: x"]],
      ["T1", "1", "Repeated", [own]],
    ]);
    expect(checkSeeds(root, [seed])).toEqual([
      "T1: the id must be unique, and begin with T.",
      "T2: no test shows it.",
      'T3: no test "loads the files of a workspace everywhere" in private/e2e/src/seeds/samples.test.ts.',
      'T3: no test "x" in private/none.test.ts.',
      "T1: the id must be unique, and begin with T.",
    ]);
  });
});
