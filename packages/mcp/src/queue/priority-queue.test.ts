import { expect, it, vi } from "vitest";
import { notification } from "../../test/notification.ts";
import { createPriorityQueue } from "./priority-queue.ts";

it("orders by urgency, then newest first", () => {
  const queue = createPriorityQueue();
  queue.push(["P2", "P0", "P3", "P0"].map((priority) => notification(priority)));
  expect(queue.entries().map(({ seq, priority }) => `${priority} ${seq}`)).toEqual(["P0 4", "P0 2", "P2 1", "P3 3"]);
  expect(queue.head()).toMatchObject({ seq: 4, count: 4, head: { seq: 4, priority: "P0" } });
});

it("notifies listeners of additions, until they unsubscribe", () => {
  const queue = createPriorityQueue();
  const listener = vi.fn<() => void>();
  const end = queue.subscribe(listener);
  queue.push([]);
  expect(listener).not.toHaveBeenCalled();
  queue.push([notification("P1")]);
  end();
  queue.push([notification("P1")]);
  expect(listener).toHaveBeenCalledOnce();
});
