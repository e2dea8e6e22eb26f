import { expect, it } from "vitest";
import { runPeerTrials } from "./trials.ts";

it("two clients of a database agree after either is killed while both write", { timeout: 300_000 }, async () => {
  for await (const { changes, saved, failures } of runPeerTrials(4, 20_261_122)) {
    expect(failures).toEqual([]);
    expect(changes).toBeGreaterThan(0);
    expect(saved).toBeGreaterThan(0);
  }
});
