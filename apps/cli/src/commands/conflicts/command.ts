import { findConflicts } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { count, printable } from "../../terminal/text.ts";

export async function conflicts({ workspace }: Call): Promise<CommandResult> {
  const found = findConflicts(await workspace.list());
  return {
    code: found.length === 0 ? exitCodes.fine : exitCodes.findings,
    json: { conflicts: found.map(({ kind, names, ids, winner = null, detail }) => ({ kind, names, ids, winner, detail })) },
    text: (style) => {
      const lines = found.map(({ kind, detail }) => `${style.yellow(kind)}  ${printable(detail)}`);
      return `${[...lines, found.length === 0 ? style.green("no conflicts") : count(found.length, "conflict")].join("\n")}\n`;
    },
  };
}
