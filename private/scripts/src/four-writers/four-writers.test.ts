import { expect, it } from "vitest";
import { runWriters } from "./run-writers.ts";
import { workloads } from "./workloads.ts";

it.each(Object.keys(workloads))(
  "stores each change that four processes acknowledge exactly once: %s",
  { timeout: 120_000 },
  async (kind) => {
    const { failures, acknowledged } = await runWriters(kind, 2, 7);
    expect(failures).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
