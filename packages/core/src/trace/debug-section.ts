import type { Trace } from "./trace.ts";
import { formatTokens } from "../text/format-tokens.ts";
import { singleLine } from "../text/single-line.ts";

const maxShown = 10;

/** Composes the trace as a section for the end of a prompt. */
export function composeDebugSection(trace: Trace): string {
  const lines = [
    "---",
    "## [DEBUG] Rule Evaluation Trace",
    "",
    `Request ID: ${trace.requestId}`,
    `Evaluated: ${trace.evaluated.length} rules`,
    `Matched: ${trace.matched.length} rules`,
    `Final: ${trace.final.length} rules`,
    `Total Size: ${trace.totalContentSize} chars`,
    ...(trace.budget === undefined ? [] : [`Token Counter: ${trace.budget.counter.id}`]),
    ...list(
      "Triggered Rules",
      trace.matched.map(({ name, scope, reason, matchedFiles }) => {
        const files = matchedFiles.length > 0 ? `\n  Files: ${matchedFiles.join(", ")}` : "";
        return `- ${singleLine(name)} (${scope}): ${reason}${files}`;
      }),
    ),
    ...list(
      "Skipped Rules",
      trace.skipped.map(({ name, reason }) => `- ${singleLine(name)}: ${reason}`),
      maxShown,
    ),
    ...list(
      "Dropped Rules",
      trace.dropped.map(
        ({ name, reason, characters, tokens }) =>
          `- ${singleLine(name)}: ${reason} (${characters} chars, ${formatTokens(tokens, trace.budget?.counter)})`,
      ),
    ),
    ...list(
      "Incomplete Stores",
      trace.stores.map(({ store, status, reason }) => `- ${singleLine(store)} (${status}): ${singleLine(reason)}`),
    ),
    ...list(
      "Conflicts",
      trace.conflicts.map(({ names, detail }) => `- ${names.map(singleLine).join(" vs ")}: ${detail}`),
    ),
    "---",
  ];
  return `${lines.join("\n")}\n`;
}

function list(title: string, items: readonly string[], limit = items.length): string[] {
  if (items.length === 0) return [];
  const rest = items.length - limit;
  return ["", `### ${title}`, "", ...items.slice(0, limit), ...(rest > 0 ? [`- … and ${rest} more`] : [])];
}
