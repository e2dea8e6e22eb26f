import { visibleLine } from "@precept/lint";
import type { Resolution } from "@precept/core";
import { lineLimits } from "../limits.ts";

/** Describes what an agent should know about a resolution besides its rules: rules that the budget dropped, other problems, and conflicts. */
export function describeNotices({ diagnostics, conflicts }: Resolution): readonly string[] {
  const notices = [
    ...diagnostics
      // The tools name unknown rules themselves, with similar names.
      .filter(({ code }) => code !== "request/unknown-rule")
      .map(({ message, file, hint }) => [file === undefined ? message : `${file}: ${message}`, hint].filter(Boolean).join(" ")),
    ...conflicts.map(({ detail }) => detail),
  ];
  return [...new Set(notices.map((notice) => visibleLine(notice, lineLimits.notice)))];
}
