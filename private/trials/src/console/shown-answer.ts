import type { WireResolution } from "@precept/contract";
import { countOf, formatNumber, formatTokens, printable } from "@precept/core";
import type { Page } from "playwright-core";

/** What the page Explain shows, as lines of text in the order of the page. */
export interface ShownAnswer {
  /** How many rules apply, of how many, and their tokens. */
  readonly summary: string;
  readonly applied: readonly string[];
  readonly conflicts: readonly string[];
  readonly dropped: readonly string[];
  readonly requestable: readonly string[];
  /** How many rules do not apply. */
  readonly skipped: string;
  readonly prompt: string;
}

/** Lists of which the page shows a part. */
interface PartlyShown<List> {
  /** The rules that do not apply, with the reasons. The page shows the nearest. */
  readonly nearest: List;
  /** The page shows the problems of the request. The page Health shows the others. */
  readonly problems: List;
}

export interface PageAnswer extends ShownAnswer, PartlyShown<readonly string[]> {}

/** The page cuts longer prompt sections. */
const maxPrompt = 20_000;

/** Reads the page. It is a text because the page does not have the functions of this program. */
const reader = `(() => {
  // The page shows the first items of long lists.
  for (const button of document.querySelectorAll("button.show-all")) button.click();
  const clean = (element) => (element?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const section = (title) => document.querySelector('section[aria-label="' + title + '"]');
  const lines = (title, read = clean) => [...(section(title)?.querySelectorAll("li") ?? [])].map(read);
  return {
    summary: clean(section("Applies")?.querySelector(".detail")),
    applied: lines("Applies", (item) =>
      [item.querySelector("a.rule"), item.querySelector(".why"), item.querySelector(".size"), ...item.querySelector(".meta").children]
        .map(clean).join(" | ")),
    conflicts: lines("Conflicts"),
    dropped: lines("Dropped by the budget"),
    requestable: lines("Can be asked for"),
    problems: lines("Problems"),
    skipped: clean(section("Does not apply")?.querySelector(".detail")),
    nearest: lines("Does not apply"),
    prompt: document.querySelector('pre[aria-label="Prompt section"]')?.textContent ?? "",
  };
})()`;

export function readPage(page: Page): Promise<PageAnswer> {
  return page.evaluate<PageAnswer>(reader);
}

/** Returns what the page has to show for what `precept explain --json` prints. */
export function toShown(answer: WireResolution): ShownAnswer {
  const { applied, totals, budget, conflicts, dropped, requestable, skipped, prompt } = answer;
  const tokens = (count: number): string => formatTokens(count, { isExact: !budget.tokens_estimated });
  return {
    summary: `${countOf(applied.length, "rule")} of ${formatNumber(totals.evaluated)}, ${tokens(totals.tokens)}`,
    applied: applied.map((rule) =>
      [
        rule.name,
        clean(printable(rule.reason)),
        tokens(rule.tokens),
        rule.source_path ?? rule.id,
        rule.scope,
        `priority ${rule.priority}`,
        `${formatNumber(rule.characters)} characters`,
        ...(rule.cut ? ["cut to fit"] : []),
      ].join(" | "),
    ),
    conflicts: conflicts.map(({ kind, detail }) => clean(`${kind} ${printable(detail)}`)),
    dropped: dropped.map((rule) =>
      clean(`${rule.name} ${rule.reason}${formatNumber(rule.characters)} characters · ${tokens(rule.tokens)}`),
    ),
    requestable: requestable.listed.map(({ name, description }) => clean(`${name} ${printable(description)}`)),
    skipped: skipped.length === 0 ? "" : `${countOf(skipped.length, "rule")}, nearest first`,
    prompt: prompt.slice(0, maxPrompt),
  };
}

/** Returns the lines of which the page shows a part. */
export function toPartlyShown({ skipped, diagnostics }: WireResolution): PartlyShown<ReadonlySet<string>> {
  return {
    nearest: new Set(skipped.map(({ name, reason }) => clean(`${name} ${printable(reason)}`))),
    problems: new Set(
      diagnostics.map(({ severity, message, file, line, hint }) => {
        const location = file === null ? "" : line === null ? file : `${file}:${line}`;
        return clean(`${severity} ${printable(message)}${location} ${hint ?? ""}`);
      }),
    ),
  };
}

function clean(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
