import { describe, expect, it, onTestFinished } from "vitest";
import { Generation } from "./generation.ts";
import { LiveRulebook } from "./live-rulebook.ts";
import { planWorkspace } from "./plan.ts";
import { createProject, nativeRule } from "../test/project.ts";

describe("a generation that is replaced", () => {
  it("still resolves its pending requests and publishes their events", async () => {
    const { dir, home, write } = await createProject({
      // Reading the reference takes longer than opening the next generation.
      ".precept/rules/a.md": nativeRule("a", {}, "See #[[file:notes.md]]."),
      "notes.md": "Notes.",
    });
    const options = { home };
    const before = await Generation.open(await planWorkspace(dir, options), options);
    await write("web/.precept/rules/b.md", nativeRule("b"));
    const plan = await planWorkspace(dir, options);
    expect(before.serves(plan)).toBe(false);
    const next = await Generation.open(plan, options, before);
    onTestFinished(() => next.end());

    const rulebook = new LiveRulebook(before, {
      diagnostics: () => [],
      settings: () => plan.settings,
      reload: async () => undefined,
      seeAs: async () => Promise.reject(new Error("not used")),
      onListenerError: () => undefined,
    });
    const published: string[] = [];
    const stop = rulebook.on("rulesApplied", ({ resolution }) => published.push(resolution.requestId));
    const answer = rulebook.resolve({ id: "1", files: ["web/x.ts"] });
    await rulebook.replace(next, () => undefined);
    const ended = before.end(next);
    expect((await answer).applied.map(({ content }) => content.trim())).toEqual(["See Notes.."]);
    await ended;
    expect((await rulebook.resolve({ id: "2", files: ["web/x.ts"] })).applied).toHaveLength(2);
    expect(published).toEqual(["1", "2"]);
    stop();
    await rulebook.resolve();
    expect(published).toEqual(["1", "2"]);
    await expect(before.rulebook.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });
});
