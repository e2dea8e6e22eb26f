import { expect, it } from "vitest";
import { createProject, nativeRule } from "../test/project.ts";

it("a workspace whose stores are replaced still resolves its pending requests and publishes their events", async () => {
  const { open, write } = await createProject({
    // Reading the reference takes longer than opening the next generation.
    ".precept/rules/a.md": nativeRule("a", {}, "See #[[file:notes.md]]."),
    "notes.md": "Notes.",
  });
  const workspace = await open();
  const before = workspace.stores;
  await write("web/.precept/rules/b.md", nativeRule("b"));
  const published: string[] = [];
  const stop = workspace.on("rulesApplied", ({ resolution }) => published.push(resolution.requestId));
  const answer = workspace.resolve({ id: "1", files: ["web/x.ts"] });
  await workspace.reload();
  expect(workspace.stores).not.toEqual(before);
  expect((await answer).applied.map(({ content }) => content.trim())).toEqual(["See Notes.."]);
  expect((await workspace.resolve({ id: "2", files: ["web/x.ts"] })).applied).toHaveLength(2);
  expect(published).toEqual(["1", "2"]);
  stop();
  await workspace.resolve();
  expect(published).toEqual(["1", "2"]);
});
