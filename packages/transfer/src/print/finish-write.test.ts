import { describe, expect, it } from "vitest";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { sha256 } from "@precept/files";
import { finishWrite, withFinishedWrites } from "./finish-write.ts";

const entry: LedgerEntry = { targets: ["gemini"], format: "gemini", rules: ["project:a"], sha256: "1", next: "2", head: "" };
const section = (name: string): NonNullable<LedgerEntry["sections"]>[number] => ({ rule: `project:${name}`, name, sha256: name });
const marked = (...names: string[]): string => names.map((name) => `<!-- precept: rule ${name} -->\n\nText.\n\n`).join("");

describe("a file that was edited after a write of it was killed", () => {
  it("has the sections of the write if it has a new one of them", () => {
    const pending = { ...entry, nextSections: [section("a"), section("b")] };
    const { head: _, next: __, ...rest } = entry;
    expect(finishWrite(pending, `${marked("a", "b")}More.\n`)).toEqual({
      ...rest,
      rules: ["project:a", "project:b"],
      sections: pending.nextSections,
    });
  });

  it("has the rules that it had before if it has no new section", () => {
    const pending = { ...entry, nextSections: [section("a"), section("b")] };
    expect(finishWrite(pending, "Text, edited.\n")).toBe(pending);
    const joined = { ...pending, sections: [section("a")] };
    expect(finishWrite(joined, marked("a"))).toBe(joined);
    expect(finishWrite(entry, marked("a", "b"))).toBe(entry);
  });
});

describe("a file whose write was killed before the ledger was updated", () => {
  const text = marked("a", "b");
  const pending = { ...entry, next: sha256(text), nextSections: [section("a"), section("b")] };
  const ledger = new Map([["GEMINI.md", pending]]);

  it("has the rules of the write", () => {
    const finished = withFinishedWrites(ledger, () => text);
    expect(finished.get("GEMINI.md")).toMatchObject({ rules: ["project:a", "project:b"], sha256: sha256(text) });
  });

  it("has the rules of before if it has another text, or does not exist", () => {
    expect(withFinishedWrites(ledger, () => marked("a"))).toBe(ledger);
    expect(withFinishedWrites(ledger, () => undefined)).toBe(ledger);
    expect(withFinishedWrites(ledger, undefined)).toBe(ledger);
  });
});
