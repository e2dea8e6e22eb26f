import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it } from "vitest";
import type { FileStatus } from "./file-status.ts";
import { RememberedValues } from "./remembered-values.ts";

const status: FileStatus = [1_700_000_000_000.5, 10, 7, 1];

async function createOpener(): Promise<(key?: string) => RememberedValues> {
  const location = { dir: join((await createProject()).dir, "cache"), project: "/home/me/project", version: "1" };
  return (key = "") => new RememberedValues(location, "config", key);
}

describe("remembered values", () => {
  it("are used for the same path and status only", async () => {
    const open = await createOpener();
    const values = open();
    values.set("a", "1", status);
    values.set("text", "2");
    await values.save();
    expect([open().get("a", status), open().get("text")]).toEqual(["1", "2"]);
    expect([open().get("b", status), open().get("a"), open("other").get("a", status)]).toEqual([undefined, undefined, undefined]);
    for (const at of status.keys()) {
      const other = status.with(at, 2) as unknown as FileStatus;
      expect(open().get("a", other)).toBeUndefined();
    }
  });

  it("are not of files that changed a moment ago", async () => {
    const open = await createOpener();
    const values = open();
    values.set("a", "1", [-1, 10, 7, 1]);
    await values.save();
    expect(open().get("a", [-1, 10, 7, 1])).toBeUndefined();
  });

  it("drop the oldest that the process did not use, beyond a total length", async () => {
    const open = await createOpener();
    const values = open();
    for (const path of ["old", "new"]) values.set(path, "x".repeat(600_000));
    await values.save();
    const next = open();
    next.set("third", "3");
    await next.save();
    expect([open().get("old"), open().get("new")?.length, open().get("third")]).toEqual([undefined, 600_000, "3"]);
  });

  it("are written only if enough are new", async () => {
    const open = await createOpener();
    const values = open();
    values.set("a", "1");
    await values.save(2);
    expect(open().get("a")).toBeUndefined();
    values.set("b", "2");
    values.delete("a");
    await values.save(2);
    expect([open().get("a"), open().get("b")]).toEqual([undefined, "2"]);
  });

  it("are in memory only without a location", async () => {
    const values = new RememberedValues(undefined, "policies", "");
    values.set("a", "1");
    await values.save();
    expect(values.get("a")).toBe("1");
  });
});
