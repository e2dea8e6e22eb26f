import type { Trace } from "./trace.ts";
import { formatTokens, singleLine } from "../text/format.ts";

const maxShown = 10;

/** Composes the trace as a section for the end of a prompt. */
export function composeDebugSection(trace: Trace): string {
  const lines = [
    "---",
    "## [DEBUG] Rule Evaluation Trace",
    "",
    `Request ID: ${trace.requestId}`,
    `Evaluated: ${trace.evaluated.length + (trace.leftOut ?? 0)} rules`,
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
      { limit: maxShown, more: trace.leftOut },
    ),
    ...list(
      "Dropped Rules",
      trace.dropped.map(
        ({ name, reason, characters, tokens }) =>
          `- ${singleLine(name)}: ${reason} (${characters} chars, ${formatTokens(tokens, trace.budget?.counter)})`,
      ),
    ),
    ...list(
      "Rules to Ask For",
      trace.requestable.map(({ name, isListed }) => `- ${singleLine(name)}${isListed ? "" : ": not listed, no room"}`),
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

/** @param limit how many items are shown. @param more the number of items that are not in the list. */
function list(title: string, items: readonly string[], { limit = items.length, more = 0 } = {}): string[] {
  if (items.length === 0) return [];
  const rest = Math.max(0, items.length - limit) + more;
  return ["", `### ${title}`, "", ...items.slice(0, limit), ...(rest > 0 ? [`- … and ${rest} more`] : [])];
}
