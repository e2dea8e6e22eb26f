import { expect, it } from "vitest";
import { junieDialect } from "./dialect.ts";

it("Junie reads the first of its places that is there: each is hidden by all that come before it", () => {
  const [own, guidelines, directory] = junieDialect.formats
    .flatMap(({ places }) => places)
    .filter(({ personal }) => personal !== true);
  expect([own?.unless, guidelines?.unless, directory?.unless]).toEqual([
    undefined,
    [".junie/AGENTS.md", "AGENTS.md"],
    [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"],
  ]);
  expect(junieDialect.output).toMatchObject({ kind: "joined", file: ".junie/AGENTS.md", nested: false });
});
