import { describe, expect, it } from "vitest";
import { runLiveModel } from "./live-model/run.ts";

describe("watched workspaces", () => {
  it("answer as a workspace that is opened afterwards, whatever happens to files, directories and branches", async () => {
    const outcome = await runLiveModel({ seed: 7, operations: 150, watchers: 3, burst: 30, quiet: 2000 });
    expect(outcome).toBeUndefined();
  }, 120_000);
});
