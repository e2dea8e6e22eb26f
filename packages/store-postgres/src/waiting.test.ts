import { expect, it } from "vitest";
import { Turns } from "./waiting.ts";

it("gives turns in order, as many at a time as there are", async () => {
  const turns = new Turns(2, 10);
  const first = await turns.take(1000);
  await turns.take(1000);
  const order: string[] = [];
  const third = turns.take(1000).then((end) => (order.push("third"), end));
  const fourth = turns.take(1000).then((end) => (order.push("fourth"), end));
  expect(order).toEqual([]);
  first?.();
  const end = await third;
  expect(order).toEqual(["third"]);
  end?.();
  await fourth;
  expect(order).toEqual(["third", "fourth"]);
});

it("gives no turn to a call that waits too long, and none is lost by that", async () => {
  const turns = new Turns(1, 10);
  const end = await turns.take(1000);
  expect(await turns.take(1)).toBeUndefined();
  end?.();
  expect(await turns.take(1000)).toBeDefined();
});

it("lets only some calls wait", async () => {
  const turns = new Turns(1, 1);
  const end = await turns.take(1000);
  const waiting = turns.take(1000);
  expect(await turns.take(1000)).toBeUndefined();
  end?.();
  expect(await waiting).toBeDefined();
});
