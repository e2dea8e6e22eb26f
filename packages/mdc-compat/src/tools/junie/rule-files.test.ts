import { expect, it } from "vitest";
import { ruleFiles } from "./rule-files.ts";

it("Junie reads only the first location that exists", () => {
  const [own, guidelines, directory] = ruleFiles.dialect.formats
    .flatMap(({ locations }) => locations)
    .filter(({ personal }) => personal !== true);
  expect([own?.unless, guidelines?.unless, directory?.unless]).toEqual([
    undefined,
    [".junie/AGENTS.md", "AGENTS.md"],
    [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"],
  ]);
  expect(ruleFiles.dialect.output).toMatchObject({ kind: "joined", file: ".junie/AGENTS.md", nested: false });
});
