import type { Define } from "../../define.ts";
import { addTransferOptions, collectNames } from "../export/define.ts";

export const defineConvert: Define = (program, run) => {
  const command = program
    .command("convert")
    .summary("write one tool's rules in another tool's files")
    .description("Writes the rules that one tool's files hold in the files of another tool. The first ones stay as they are.")
    .requiredOption("--from <tools>", "whose rules to write (repeatable)", collectNames)
    .requiredOption("--to <tools>", "the tools to write for, with commas between them (repeatable)", collectNames);
  addTransferOptions(command);
  command.action(() => run(command, [], async () => (await import("../export/command.ts")).exportRules, { writes: true }));
};
