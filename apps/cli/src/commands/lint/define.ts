import type { Define } from "../../define.ts";

export const defineLint: Define = (program, run) => {
  const command = program
    .command("lint")
    .alias("validate")
    .argument("[paths...]", "rule files, or directories of rule files (default: all rules of the project)")
    .summary("check rule files")
    .description("Checks rule files. Ends with exit code 1 where there is an error or a warning.");
  command.action((paths: string[]) =>
    run(command, paths, async () => (await import("./command.ts")).lint, { argsAreFiles: true }),
  );
};
