import * as fc from "fast-check";
import { expect, it } from "vitest";
import { notification } from "../../test/notification.ts";
import { createPriorityQueue } from "./priority-queue.ts";

it("never exceeds its limit, never drops a notification for a less urgent one, and numbers all notifications", () => {
  const batches = fc.array(fc.array(fc.constantFrom("P0", "P1", "P2", "P3")));
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 8 }), (pushed, limit) => {
      const queue = createPriorityQueue(limit);
      for (const batch of pushed) queue.push(batch.map((priority) => notification(priority)));
      const all = pushed.flat();
      expect(queue.head()).toMatchObject({ seq: all.length, count: Math.min(limit, all.length) });
      expect(queue.entries().map(({ priority }) => priority)).toEqual(all.toSorted().slice(0, limit));
    }),
  );
});
