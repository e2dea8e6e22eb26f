import { Listeners } from "@precept/core";
import type { WorkspaceChange } from "@precept/workspace";
import { expect, it } from "vitest";
import { followChanges } from "./follow-changes.ts";

const changeOf = (id: string): WorkspaceChange => ({ rules: [], deleted: [id], diagnostics: [] });

it("runs a step immediately, and one for each change, also for a change during the first step", async () => {
  const changes = new Listeners<WorkspaceChange>();
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const steps: string[] = [];
  const workspace = { subscribe: (listener: (event: WorkspaceChange) => void) => changes.add(listener) };
  const ended = followChanges({ workspace, terminal: { interrupted: () => interrupted } }, async (change) => {
    const [id = "first"] = change?.deleted ?? [];
    steps.push(`${id} begins`);
    if (change === undefined) changes.emit(changeOf("a"));
    await Promise.resolve();
    steps.push(`${id} ends`);
    if (id === "a") interrupt();
  });
  expect(await ended).toMatchObject({ json: { ended: true } });
  expect(steps).toEqual(["first begins", "first ends", "a begins", "a ends"]);
  expect(changes.size).toBe(0);
});

it.each(["first", "a"])("ends with the failure of a step (%s), and stops following", async (failing) => {
  const changes = new Listeners<WorkspaceChange>();
  const workspace = { subscribe: (listener: (event: WorkspaceChange) => void) => changes.add(listener) };
  const terminal = { interrupted: () => new Promise<void>(() => undefined) };
  const ended = followChanges({ workspace, terminal }, async (change) => {
    const [id = "first"] = change?.deleted ?? [];
    if (id === failing) throw new Error("no room");
    setImmediate(() => changes.emit(changeOf("a")));
  });
  await expect(ended).rejects.toThrow("no room");
  expect(changes.size).toBe(0);
});
