import { expect, it } from "vitest";
import { Listeners } from "./listeners.ts";

it("notifies all listeners, even if some throw or reject", async () => {
  const errors: unknown[] = [];
  const events: string[] = [];
  const listeners = new Listeners<string>((error) => errors.push(error));
  listeners.add(() => {
    throw new Error("synchronous");
  });
  listeners.add(async () => {
    throw new Error("rejected");
  });
  listeners.add((event) => events.push(event));
  listeners.emit("one");
  await Promise.resolve();
  expect(events).toEqual(["one"]);
  expect(errors).toEqual([new Error("synchronous"), new Error("rejected")]);
});

it("allows the same listener twice, with independent subscriptions", () => {
  const events: string[] = [];
  const listen = (event: string): void => void events.push(event);
  const listeners = new Listeners<string>();
  const unsubscribe = listeners.add(listen);
  listeners.add(listen);
  listeners.emit("one");
  unsubscribe();
  listeners.emit("two");
  expect(events).toEqual(["one", "one", "two"]);
});

it("notifies a listener that is added during an event only of later events", () => {
  const events: string[] = [];
  const listeners = new Listeners<string>();
  listeners.add((event) => {
    if (event === "one") listeners.add((later) => events.push(later));
  });
  listeners.emit("one");
  listeners.emit("two");
  expect(events).toEqual(["two"]);
});
