import { PreceptError } from "@precept/core";
import { describe, expect, it } from "vitest";
import { failureOf, toFileSystemFailure } from "./failure.ts";

describe("toFileSystemFailure", () => {
  const systemError = (code: string, more: object = {}): Error =>
    Object.assign(new Error(`${code}: x`), { code, syscall: "open", ...more });

  it.each([
    ["EACCES", { path: "a" }, 'Cannot open "a": permission denied.'],
    ["EROFS", { path: "a", syscall: "mkdir" }, 'Cannot create "a": the file system is read-only.'],
    ["ENOSPC", { syscall: "write" }, "Cannot write a file: no space is left on the device."],
    ["ENOTDIR", { path: "a/b", syscall: "scandir" }, 'Cannot read "a/b": a part of the path is not a directory.'],
    ["ELOOP", { path: "a", syscall: "stat" }, 'Cannot access "a": too many symbolic links, which probably form a loop.'],
    ["ENAMETOOLONG", { path: "a" }, 'Cannot open "a": the name is too long.'],
    ["EISDIR", { syscall: "read" }, "Cannot read a file: it is a directory, not a file."],
    ["EISDIR", { path: ".a.tmp", dest: "a", syscall: "rename" }, 'Cannot write "a": it is a directory, not a file.'],
    ["EMFILE", { path: "a" }, 'Cannot open "a": too many files are open.'],
  ])("explains %s", (code, more, message) => {
    const cause = systemError(code, more);
    expect(toFileSystemFailure(cause)).toMatchObject({ code: "FILE_SYSTEM_FAILED", message, cause });
  });

  it("explains the failure of a store by its cause, with the path that the store names", () => {
    const cause = systemError("EACCES", { path: ".a.tmp" });
    expect(toFileSystemFailure(failureOf("fs", "write", "a", cause))).toMatchObject({
      code: "FILE_SYSTEM_FAILED",
      message: 'Cannot write "a": permission denied.',
      cause,
    });
    expect(toFileSystemFailure(failureOf("fs", "write", "a", new Error("bug")))).toBeUndefined();
  });

  it("returns undefined for all other errors", () => {
    const others = [
      new Error("bug"),
      systemError("ECONNREFUSED"),
      systemError("EACCES", { syscall: "listen" }),
      Object.assign(new Error("x"), { code: "EACCES" }),
      new PreceptError("RULEBOOK_CLOSED", {}),
      "text",
      undefined,
    ];
    expect(others.map(toFileSystemFailure).filter((failure) => failure !== undefined)).toEqual([]);
  });
});

it("the failure of a store says whether trying again helps", () => {
  const isRetryable = (code: string): unknown => {
    const { details } = failureOf("fs", "write", "a", Object.assign(new Error("x"), { code, syscall: "open" }));
    return "retryable" in details ? details.retryable : undefined;
  };
  expect(["EBUSY", "EMFILE", "EAGAIN"].map(isRetryable)).toEqual([true, true, true]);
  expect(["EACCES", "ENOSPC", "ENOENT", "EISDIR", "unknown"].map(isRetryable)).toEqual([false, false, false, false, false]);
});
