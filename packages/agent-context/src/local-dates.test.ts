import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDates } from "./local-dates.ts";

function datesAt(now: string, timeZone: string): readonly [today: string, yesterday: string] {
  const { today, yesterday } = localDates({ now: new Date(now), timeZone });
  return [today, yesterday];
}

describe("the dates of today and yesterday", () => {
  it.each([
    ["before midnight", "2026-02-15T15:59:59Z", "Asia/Shanghai", "2026-02-15", "2026-02-14"],
    ["at midnight", "2026-02-15T16:00:00Z", "Asia/Shanghai", "2026-02-16", "2026-02-15"],
    ["behind UTC", "2026-01-01T07:59:59Z", "America/Los_Angeles", "2025-12-31", "2025-12-30"],
    ["after a leap day", "2024-03-01T00:00:00Z", "UTC", "2024-03-01", "2024-02-29"],
    ["late on a day of 23 hours", "2026-03-29T21:59:59Z", "Europe/Berlin", "2026-03-29", "2026-03-28"],
    ["right after a day of 23 hours", "2026-03-29T22:00:00Z", "Europe/Berlin", "2026-03-30", "2026-03-29"],
    ["late on a day of 25 hours", "2026-10-25T22:59:59Z", "Europe/Berlin", "2026-10-25", "2026-10-24"],
    ["in the repeated hour", "2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25", "2026-10-24"],
    ["on a day without midnight", "2018-11-04T03:00:00Z", "America/Sao_Paulo", "2018-11-04", "2018-11-03"],
    ["when the clock is set back across midnight", "2006-10-29T02:31:00Z", "America/St_Johns", "2006-10-28", "2006-10-27"],
    ["after a skipped date", "2011-12-30T10:30:00Z", "Pacific/Apia", "2011-12-31", "2011-12-29"],
    ["before a skipped date", "2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29", "2011-12-28"],
    ["the day after", "2011-12-31T10:30:00Z", "Pacific/Apia", "2012-01-01", "2011-12-31"],
    ["14 hours ahead", "2026-02-14T10:00:00Z", "Pacific/Kiritimati", "2026-02-15", "2026-02-14"],
  ])("%s", (_, now, timeZone, today, yesterday) => {
    expect(datesAt(now, timeZone)).toEqual([today, yesterday]);
  });

  it("are adjacent: the day before today's first moment is yesterday, in every time zone and hour", () => {
    const moments = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2037, 0, 1) });
    fc.assert(
      fc.property(moments, fc.constantFrom(...Intl.supportedValuesOf("timeZone")), (moment, timeZone) => {
        const { today, yesterday } = localDates({ now: new Date(moment), timeZone });
        expect(yesterday < today).toBe(true);
        // The last moment with an earlier date is at most a day plus the longest change of a clock ago.
        let before = moment;
        while (localDates({ now: new Date(before), timeZone }).today >= today) before -= 900_000;
        expect(localDates({ now: new Date(before), timeZone }).today).toBe(yesterday);
        expect(moment - before).toBeLessThanOrEqual(51 * 3_600_000);
      }),
      { numRuns: 100 },
    );
  });

  it("are in the system's time zone by default", () => {
    const now = new Date("2026-02-15T23:30:00Z");
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(localDates({ now })).toEqual(localDates({ now, timeZone }));
    expect(localDates().today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("refuse an unknown time zone and an invalid moment", () => {
    const expected = "an IANA time zone, such as Europe/Berlin";
    expect(() => localDates({ timeZone: "Mars/Base" })).toThrow(
      expect.objectContaining({ code: "OPTION_VALUE_INVALID", details: { option: "timeZone", value: "Mars/Base", expected } }),
    );
    expect(() => localDates({ now: new Date(Number.NaN) })).toThrow(expect.objectContaining({ code: "OPTION_VALUE_INVALID" }));
  });
});
