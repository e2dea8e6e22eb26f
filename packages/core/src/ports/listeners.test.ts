import { expect, it } from "vitest";
import { Listeners } from "./listeners.ts";

it("tells everybody, whatever the others throw at once or later", async () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const listeners = new Listeners<string>((error) => errors.push(error));
  listeners.add(() => {
    throw new Error("at once");
  });
  listeners.add(async () => {
    throw new Error("later");
  });
  listeners.add((event) => heard.push(event));
  listeners.emit("one");
  await Promise.resolve();
  expect(heard).toEqual(["one"]);
  expect(errors).toEqual([new Error("at once"), new Error("later")]);
});

it("takes the same listener twice, and lets each subscription end by itself", () => {
  const heard: string[] = [];
  const listen = (event: string): void => void heard.push(event);
  const listeners = new Listeners<string>();
  const end = listeners.add(listen);
  listeners.add(listen);
  listeners.emit("one");
  end();
  listeners.emit("two");
  expect(heard).toEqual(["one", "one", "two"]);
});

it("tells those who come meanwhile of the next event first", () => {
  const heard: string[] = [];
  const listeners = new Listeners<string>();
  listeners.add((event) => {
    if (event === "one") listeners.add((later) => heard.push(later));
  });
  listeners.emit("one");
  listeners.emit("two");
  expect(heard).toEqual(["two"]);
});
