import { describe, expect, it } from "vitest";
import { Recorder } from "./recorder.ts";

describe("a shared session cannot obtain MEMORY.md", () => {
  it("is a claim that the recorder can refute", () => {
    const recorder = new Recorder("canary123");
    recorder.addContent(Buffer.from("content"));
    recorder.record("plain", "a canary123 b");
    recorder.record("base64", Buffer.from("xy canary123 z").toString("base64"));
    recorder.record("digest", "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73");
    recorder.record("nothing", "canary");
    expect(recorder.leaks.map(({ source }) => source)).toEqual(["plain", "base64", "digest"]);
  });
});
