import { describe, expect, it } from "vitest";
import { commandLimits } from "../parsed-command.ts";
import { ReadingLimits, ReadingStopped } from "./reading-limits.ts";

const { steps, hereDocuments, innerLength, expandedLength } = commandLimits;

describe("the limits of reading one text", () => {
  it("allow all steps up to the limit, and no step beyond it", () => {
    const limits = new ReadingLimits();
    limits.spend(1);
    limits.spend(steps - 1);
    expect(limits.steps).toBe(steps);
    expect(() => limits.spend(1)).toThrow(ReadingStopped);
    expect(limits.steps).toBe(steps + 1);
    expect(() => limits.spend(1000)).toThrow(`more than ${steps} steps`);
    expect(limits.steps).toBe(steps + 1);
  });

  it.each([
    ["inner texts", innerLength, "canReadInner", "the texts in it have"],
    ["inserted values", expandedLength, "canExpand", "its variables have"],
  ] as const)("count the characters of all %s together", (_, limit, method, reason) => {
    const limits = new ReadingLimits();
    expect(limits[method](0)).toBe(true);
    expect(limits[method](limit - 1)).toBe(true);
    expect(limits[method](1)).toBe(true);
    expect(limits.incomplete).toBeUndefined();
    expect(limits[method](1)).toBe(false);
    expect(limits.incomplete).toBe(`${reason} more than ${limit} characters`);
    limits.reportIncomplete("later");
    expect(limits.incomplete).not.toBe("later");
  });

  it("cut a text before the line with the first here-document too many", () => {
    const lines = (count: number) => "a <<E\nE\n".repeat(count);
    const limits = new ReadingLimits();
    expect(limits.cutHereDocuments("ls")).toBe("ls");
    expect(limits.cutHereDocuments(lines(hereDocuments - 1))).toBe(lines(hereDocuments - 1));
    expect(limits.incomplete).toBeUndefined();
    expect(limits.cutHereDocuments(`${lines(1)}b; c <<E\nE\n`)).toBe(lines(1));
    expect(limits.incomplete).toBe(`it has more than ${hereDocuments} here-documents`);
    expect(new ReadingLimits().cutHereDocuments(lines(hereDocuments))).toBe(lines(hereDocuments));
    expect(new ReadingLimits().cutHereDocuments(`${lines(hereDocuments)}x\ny <<E <<E\nE\n`)).toBe(`${lines(hereDocuments)}x\n`);
  });
});
