import { composeDebugSection } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { printable } from "../../terminal/text.ts";
import { readTraces } from "./record.ts";

export interface TraceOptions extends SharedOptions {
  readonly last: number;
}

export async function trace({ workspace, options }: Call<TraceOptions>): Promise<CommandResult> {
  const traces = (await readTraces(workspace.root)).slice(0, options.last);
  return {
    code: exitCodes.fine,
    json: { traces },
    text: (style) =>
      traces.length === 0
        ? "No answers yet. `precept explain` and `precept resolve` leave their traces here, in a project with a .precept directory.\n"
        : traces
            .map((one) => {
              const files = one.files.length === 0 ? "" : `  ${one.files.map(printable).join(", ")}`;
              return `${style.bold(one.at)}${files}\n${composeDebugSection(one).split("\n").map(printable).join("\n")}`;
            })
            .join("\n"),
  };
}
