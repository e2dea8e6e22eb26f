import { describe, expect, it } from "vitest";
import { runLiveModel } from "./live-model/run.ts";

describe("watched workspaces", () => {
  it("give the same answers as a newly opened workspace after random changes of files, directories and branches", async () => {
    const outcome = await runLiveModel({ seed: 7, operations: 150, watchers: 3, burst: 30, quiet: 2000 });
    expect(outcome).toBeUndefined();
  }, 120_000);
});
