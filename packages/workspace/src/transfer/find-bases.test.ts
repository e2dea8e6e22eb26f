import { sha256 } from "@precept/files";
import { openTestRepository } from "@precept/testing";
import { expect, it } from "vitest";
import { findBases } from "./find-bases.ts";

it("finds texts in earlier versions of a file in the history of git", async () => {
  const repository = openTestRepository();
  for (const text of ["One.\n", "Two.\n", "Three.\n"]) {
    repository.write("CLAUDE.md", text);
    repository.git("add", "--all");
    repository.git("commit", "-q", "-m", text);
  }
  const wanted = ["One.\n", "Two.\n", "Never.\n"].map((text) => ({ path: "CLAUDE.md", sha256: sha256(text) }));
  expect([...(await findBases(repository.dir, wanted))]).toEqual([
    [sha256("One.\n"), "One.\n"],
    [sha256("Two.\n"), "Two.\n"],
  ]);
  expect([...(await findBases(repository.dir, [{ path: "AGENTS.md", sha256: sha256("One.\n") }]))]).toEqual([]);
});
