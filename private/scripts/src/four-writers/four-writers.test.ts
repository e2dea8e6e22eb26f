import { expect, it } from "vitest";
import { runWriters } from "./run-writers.ts";
import { workloads } from "./workloads.ts";

it.each(Object.keys(workloads))(
  "keeps every change that four processes acknowledge, once: %s",
  { timeout: 120_000 },
  async (kind) => {
    const { problems, acknowledged } = await runWriters(kind, 2, 7);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
