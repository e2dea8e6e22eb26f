import type { Define } from "../../define.ts";

export const defineLint: Define = (program, terminal, finish) => {
  const command = program
    .command("lint")
    .argument("[paths...]", "rule files, or directories of rule files (default: all rules of the project)")
    .summary("check rule files")
    .description("Checks rule files. Ends with exit code 1 where there is an error or a warning.");
  command.action(async (paths: string[]) => {
    const { lint } = await import("./command.ts");
    finish(await lint(paths, command.optsWithGlobals(), terminal));
  });
};
