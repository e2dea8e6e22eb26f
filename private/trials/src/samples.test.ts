import { expect, it } from "vitest";
import { trials } from "./table.ts";

const sampled = Object.entries(trials).filter(([, { isSampled }]) => isSampled);

it.each(sampled)("a sample of %s finds nothing", async (_, { load }) => {
  const { runRound, end } = await load();
  const { failures, counts } = await runRound(1, "sample").finally(() => end?.());
  expect(failures).toEqual([]);
  expect(Object.values(counts).some((count) => count > 0)).toBe(true);
});
