import { composeDebugSection, type Trace } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { count, printable, type Style } from "../../terminal/text.ts";
import { readTraces } from "./read-traces.ts";
import { toStoredTrace, tracesPath } from "./record.ts";

export async function trace({ workspace, options }: Call<{ readonly last: number }>): Promise<CommandResult> {
  const { traces, unreadable } = readTraces(workspace.root);
  const shown = traces.toReversed().slice(0, options.last);
  return {
    json: { traces: shown.map(toStoredTrace), unreadable_lines: unreadable },
    text: (style) =>
      shown.length === 0
        ? "No traces yet. `precept explain` and `precept resolve` record one each, in a project with a .precept directory.\n"
        : shown.map((one) => viewTrace(one, style)).join("\n"),
    notice: (style) =>
      unreadable === 0 || options.quiet === true
        ? ""
        : `${style.yellow("warning")}  ${count(unreadable, "line")} in ${tracesPath} could not be read\n`,
  };
}

function viewTrace(one: Trace, style: Style): string {
  const files = one.files.length === 0 ? "" : `  ${one.files.map(printable).join(", ")}`;
  const title = style.bold(printable(one.timestamp ?? one.requestId));
  return `${title}${files}\n${composeDebugSection(one).split("\n").map(printable).join("\n")}`;
}
