import { expect, it } from "vitest";
import { runServerKills } from "./trials.ts";

it(
  "has every acknowledged write after a server was killed, and continues the events or says that it cannot",
  { timeout: 180_000 },
  async () => {
    let writes = 0;
    for await (const { failures, acknowledged } of runServerKills(3, 21)) {
      expect(failures).toEqual([]);
      writes += acknowledged;
    }
    expect(writes).toBeGreaterThan(0);
  },
);
