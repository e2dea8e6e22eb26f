import type { Define } from "../../define.ts";

export const defineReload: Define = (program, run) => {
  const command = program
    .command("reload")
    .summary("read all rules anew")
    .description("Reads all rules anew and says what changed: in a chat, or in a program that keeps a workspace open.");
  command.action(() => run(command, [], async () => (await import("./command.ts")).reload));
};
