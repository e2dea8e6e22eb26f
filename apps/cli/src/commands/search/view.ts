import {
  pushAll,
  describeScores,
  formatNumber,
  meaningWeight,
  type SearchDegradation,
  type SearchHit,
  type SearchResult,
} from "@precept/core";
import { locationOf } from "@precept/workspace";
import { excerptOf } from "./excerpt.ts";
import { asLines, count, viewTitle, narrow, printable, type Style } from "../../terminal/text.ts";
import { wrapLine } from "../../terminal/layout.ts";

interface ShownSearch {
  readonly text: string;
  readonly found: SearchResult;
  /** Rules below the minimum score, if no rule reaches it. */
  readonly nearMisses: readonly SearchHit[];
  readonly isFirstPage: boolean;
  /** Whether to show how the legs add up. */
  readonly isExplained: boolean;
}

const modeNames = { hybrid: "by words and by meaning", sparse: "by words", dense: "by meaning" } as const;

export function viewSearch(shown: ShownSearch, style: Style): string {
  const { found, nearMisses, isFirstPage } = shown;
  const { hits, total, isCut, modeUsed, cursor } = found;
  const rules = `${isCut ? "at least " : ""}${count(total, "rule")}`;
  const lines =
    hits.length === 0
      ? [isFirstPage || total === 0 ? "No rules found." : "No more rules."]
      : [
          viewTitle("Found", `${rules}, ${modeNames[modeUsed]}`, style),
          ...hits.flatMap((hit, at) => viewHit(hit, shown, at + 1, style)),
        ];
  if (nearMisses.length > 0) {
    pushAll(lines, [
      "",
      viewTitle("Nearest misses", "below the minimum score", style),
      ...nearMisses.flatMap((hit, at) => viewHit(hit, shown, at + 1, style)),
    ]);
  }
  if (cursor !== undefined) {
    lines.push("", style.dim(`${formatNumber(hits.length)} of ${rules} shown. Next page: --cursor ${quoted(printable(cursor))}`));
  }
  return `${lines.join("\n")}\n`;
}

function viewHit(hit: SearchHit, { text, isExplained }: ShownSearch, position: number, style: Style): string[] {
  const { rule } = hit.stored;
  const number = `  ${style.dim(String(position).padStart(2))}  `;
  const margin = " ".repeat(6);
  const owner = [rule.projectId, rule.userId].filter((one) => one !== undefined);
  const details = [rule.scope, ...owner, locationOf(rule), ...rule.tags];
  const excerpt = excerptOf(rule.content, text)
    .map((part) => (part.isFound ? style.bold(printable(part.text)) : printable(part.text)))
    .join("");
  const lines = [
    `${style.green(printable(rule.name))}  ${describeScores(hit.scores)}`,
    style.dim(details.map(printable).join(" · ")),
    ...(isExplained ? [style.dim(explainScore(hit))] : []),
    ...(excerpt === "" ? [] : [excerpt]),
  ];
  return lines
    .flatMap((line) => wrapLine(line, narrow(style, margin.length)))
    .map((line, at) => (at === 0 ? number : margin) + line);
}

/** How the legs add up to the score, such as `0.42 by words + 0.14 by meaning = 0.56 (0.71 stands out by 40 %)`. */
function explainScore({ score, scores: { sparse, dense }, confidence }: SearchHit): string {
  const words = sparse === undefined ? "not found by words" : `${sparse.toFixed(2)} by words`;
  if (dense === undefined || confidence === undefined) return `${words}, not compared by meaning`;
  const meaning = `${(meaningWeight * confidence).toFixed(2)} by meaning`;
  const reason = `${dense.toFixed(2)} stands out by ${Math.round(confidence * 100)} % among the rules`;
  return sparse === undefined ? `${words}, ${meaning} (${reason})` : `${words} + ${meaning} = ${score.toFixed(2)} (${reason})`;
}

/** Quotes a cursor for a shell, since ids may contain any character. */
function quoted(cursor: string): string {
  return `'${cursor.replaceAll("'", `'\\''`)}'`;
}

const descriptions: Readonly<Record<SearchDegradation, string>> = {
  no_embedder:
    "Searched by words only: no embedder is configured. Set search.embedder in ~/.precept/config.yaml to search by meaning, or pass --mode sparse.",
  embedder_failed:
    "Searched by words only: the embedder failed. Check search.embedder in ~/.precept/config.yaml; --mode dense shows the error.",
  vectors_incomplete:
    "Some rules have no vector yet, so they were searched by words only. Search again later, or run `precept index rebuild`.",
};

export function viewDegradation(degraded: SearchDegradation | undefined, style: Style): string {
  if (degraded === undefined) return "";
  return asLines(wrapLine(`${style.yellow("note")}  ${descriptions[degraded]}`, style, 4));
}
