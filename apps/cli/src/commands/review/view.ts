import { reviewTitles, type ReviewDecision } from "@precept/contract/values";
import { locationOf, type ReviewItem } from "@precept/workspace";
import { viewTable, wrapText } from "../../terminal/layout.ts";
import { count, printable, type Style } from "../../terminal/text.ts";

export type Choice = ReviewDecision | "later" | "quit";

/** What the user can decide about an item. */
export function choicesFor({ similar }: ReviewItem): readonly Choice[] {
  return ["accept", "edit", ...(similar.length > 0 ? (["merge"] as const) : []), "reject", "later", "quit"];
}

/** How many lines of a text are shown. */
const maxLines = 12;

/** Shows one item, as wide as the terminal. */
export function viewItem(
  { kind, rule, similar, reason }: ReviewItem,
  { at, total }: { readonly at: number; readonly total: number },
  style: Style,
  columns = 100,
): readonly string[] {
  const width = Math.min(columns, 100);
  const text = (content: string): readonly string[] => {
    const lines = content
      .trim()
      .split("\n")
      .flatMap((line) => wrapText(printable(line), width - 4));
    const shown = lines.slice(0, maxLines).map((line) => `    ${line}`);
    return lines.length > maxLines ? [...shown, `    … ${count(lines.length - maxLines, "more line")}`] : shown;
  };
  return [
    `${style.bold(printable(rule.name))}  ${style.yellow(reviewTitles[kind])}  ${style.dim(`${at + 1} of ${total}`)}`,
    ...text(rule.content),
    ...wrapText(`${printable(locationOf(rule))}, ${rule.inclusion}, ${rule.scope} scope. ${printable(reason)}`, width - 2).map(
      (line) => `  ${style.dim(line)}`,
    ),
    ...similar.flatMap((one) => [
      `  ${style.yellow(one.kind === "contradiction" ? "contradicts" : "is similar to")} ${printable(one.rule.name)}`,
      ...text(one.rule.content),
    ]),
  ];
}

/** Lists all items. */
export function viewItems(items: readonly ReviewItem[], style: Style): readonly string[] {
  if (items.length === 0) return ["Nothing to review."];
  const rows = items.map(({ kind, rule, reason }) => [style.green(printable(rule.name)), reviewTitles[kind], printable(reason)]);
  const table = viewTable(["name", "why", "reason"], rows, style);
  return [...table, "", `${count(items.length, "rule")} to decide about. Run \`precept review\` in a terminal.`];
}
