import { describe, expect, it } from "vitest";
import { PreceptError } from "./error.ts";
import { errorCatalogue, type ErrorCode, type ErrorDetails } from "./error-catalogue.ts";

/** The whole text that people see for each code, golden. A new code does not compile until it is here. */
const golden: { readonly [Code in ErrorCode]: readonly [ErrorDetails<Code>, message: string, hint: string | undefined] } = {
  RULE_INVALID: [
    { name: "style", problems: ["priority: too big", "id: too short"] },
    'The rule "style" is not valid: priority: too big; id: too short.',
    "Correct the named fields. A rule needs an id and a name, and a priority from 1 to 100.",
  ],
  RULE_NOT_FOUND: [{ name: "stile", known: ["style", "tile"] }, 'There is no rule "stile".', 'Did you mean "style" or "tile"?'],
  RULE_CONFLICT: [
    { id: "project:style", expected: "1", actual: "2" },
    'The rule "project:style" is at revision 2, not 1.',
    "Read the rule again, apply the change to that revision and save it.",
  ],
  RULE_EXISTS: [
    { name: "style", scope: "project", location: ".precept/rules/style.md" },
    'A rule named "style" already exists at project scope: .precept/rules/style.md.',
    "Change it with `precept edit style`, or choose another name.",
  ],
  STORE_CAPABILITY_MISSING: [
    { store: "fs", capability: "search" },
    'The store "fs" does not support search.',
    "Look at the store's `capabilities` before the call, or use another store.",
  ],
  STORE_CLOSED: [
    { store: "fs" },
    'The store "fs" is closed.',
    "Keep the store open (`await using`) for as long as anything uses it.",
  ],
  RULEBOOK_CLOSED: [{}, "The rulebook is closed.", "Keep the rulebook open (`await using`) for as long as anything asks it."],
  STORE_FAILED: [{ store: "fs", problem: "no space left" }, 'The store "fs" failed: no space left.', undefined],
  LEDGER_INVALID: [
    { path: ".precept/ledger.json", problem: "The ledger cannot be read: it is empty." },
    "The ledger cannot be read: it is empty.",
    "Restore .precept/ledger.json from version control, or delete it: the files it knew are then taken for hand-written ones.",
  ],
  LEDGER_CHANGED: [
    { path: ".precept/ledger.json" },
    ".precept/ledger.json was written by another process since this run began; nothing was done.",
    "Run the command again.",
  ],
  OPTION_INVALID: [
    { option: "order", value: "alphabetical", expected: "priority or source" },
    'order cannot be "alphabetical": expected priority or source.',
    undefined,
  ],
  PATH_REFUSED: [
    { path: ".precept/state", root: "/shop", problem: "it leads outside", target: "/home/ann" },
    'Precept does not open ".precept/state" in "/shop": it leads outside ("/home/ann").',
    "Replace the link by a real file or directory. To allow links into a directory outside the project, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  ],
  BASELINE_INVALID: [
    { path: ".precept/baseline.json", problem: "The baseline cannot be read: it is not JSON." },
    'The baseline ".precept/baseline.json" is not written: the baseline cannot be read: it is not JSON.',
    "Restore .precept/baseline.json from version control, delete it, or name another file.",
  ],
  CHECKPOINT_FAILED: [
    { action: "roll back", directory: "shop", problem: "a merge is under way", remedy: "Finish or abort it first." },
    'Cannot roll back in "shop": a merge is under way.',
    "Finish or abort it first.",
  ],
  RULES_DIR_NOT_FOUND: [
    { path: "../team", directory: "/work/shop" },
    "No such rule directory: ../team",
    "Correct the path (--rules-dir, PRECEPT_RULES_DIRS or the option `rulesDirs`) or create the directory. Relative paths start at /work/shop.",
  ],
  RULE_ENGINE_REFUSED: [
    { problem: "`context.code` is missing: the text to check." },
    "`context.code` is missing: the text to check.",
    "Correct what the message names, and ask again.",
  ],
  NODE_UNSUPPORTED: [
    { minimum: "22.14.0", found: "20.19.5" },
    "Precept needs Node 22.14.0 or newer; this is Node 20.19.5.",
    "Install Node 22.14.0 or newer.",
  ],
  SQLITE_MISSING: [
    { store: "sqlite" },
    'The store "sqlite" needs SQLite: better-sqlite3 is not installed, and this build of Node has no node:sqlite.',
    "Install better-sqlite3 next to Precept (npm install better-sqlite3), or use a build of Node that includes node:sqlite.",
  ],
  FILE_SYSTEM_FAILED: [
    { action: "open", path: "a.md", problem: "permission denied", remedy: "Change its permissions." },
    'Cannot open "a.md": permission denied.',
    "Change its permissions.",
  ],
};

describe("every failure", () => {
  it.each(Object.entries(golden))("%s says what happened and what to do", (code, [details, message, hint]) => {
    const error = new PreceptError(code as ErrorCode, details);
    expect(error.message).toBe(message);
    expect(error.hint).toBe(hint);
    expect(error.code).toBe(code);
  });

  it("has a title for the reference", () => {
    expect(Object.values(errorCatalogue).filter(({ title }) => !/^[A-Z].*[^.]$/.test(title))).toEqual([]);
  });
});

it("points to the list of rules where no name is near", () => {
  expect(new PreceptError("RULE_NOT_FOUND", { name: "x", known: [] }).hint).toBe("`precept list` shows all rules.");
});

it("shortens a path that is too long for a message", () => {
  const { message } = new PreceptError("FILE_SYSTEM_FAILED", {
    path: `/start/${"x".repeat(5000)}/end.md`,
    problem: "the name is too long",
  });
  expect(message).toMatch(/^Cannot access "\/start\/x+…x+\/end\.md": the name is too long\.$/);
  expect(message.length).toBeLessThan(250);
});

describe("recognising a failure", () => {
  const error = new PreceptError("STORE_CLOSED", { store: "fs" }, { cause: "power" });

  it("holds for a Precept failure, with its code and without", () => {
    expect(PreceptError.is(error)).toBe(true);
    expect(PreceptError.is(error, "STORE_CLOSED")).toBe(true);
    expect(PreceptError.is(error, "STORE_FAILED")).toBe(false);
  });

  it("holds for one from another copy of the package", () => {
    const foreign = Object.assign(new Error("closed"), { code: "STORE_CLOSED", [Symbol.for("@precept/error")]: true });
    expect(foreign).not.toBeInstanceOf(PreceptError);
    expect(PreceptError.is(foreign, "STORE_CLOSED")).toBe(true);
  });

  it.each([
    ["a plain error", new Error("x")],
    ["a look-alike", { ...error }],
    ["nothing", undefined],
    ["a text", "STORE_CLOSED"],
  ])("does not hold for %s", (_, value) => {
    expect(PreceptError.is(value)).toBe(false);
  });

  it("is an error like others: a name, a stack and a cause", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("PreceptError");
    expect(error.cause).toBe("power");
    expect(error.stack).toContain("error.test.ts");
  });

  it("becomes JSON with code, message, hint and details, and nothing else", () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "STORE_CLOSED",
      message: 'The store "fs" is closed.',
      hint: "Keep the store open (`await using`) for as long as anything uses it.",
      details: { store: "fs" },
    });
  });
});
