import { openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { findRepository } from "./find-repository.ts";
import { BlobReader } from "./read-blobs.ts";

describe("a reader of blobs", () => {
  it("returns the bytes of blobs up to its limit, and the size of longer ones", async () => {
    const { dir, feed } = openTestRepository();
    const write = (text: string): string => feed(text, "hash-object", "-w", "--stdin").trim();
    const repository = await findRepository(dir);
    if (repository === undefined) throw new Error("The repository was not found.");
    const reader = new BlobReader(repository, 10);
    const texts = ["", "short", "ten bytes.", "eleven byte"];
    const blobs = await Promise.all(texts.map((text) => reader.read(write(text))));
    expect(blobs.map((blob) => blob?.bytes?.toString("utf8"))).toEqual(["", "short", "ten bytes.", undefined]);
    expect(blobs.map((blob) => blob?.size)).toEqual([0, 5, 10, 11]);
    expect(await reader.read("0123456789".repeat(4))).toBeUndefined();
    await reader.close();
  });
});
