import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";

export const defineReload: Define = (program, run) => {
  const command = program
    .command("reload")
    .summary("read all rules again and show what changed")
    .description("Reads all rules again and shows what changed. Useful in chats and programs that keep a workspace open.");
  addUsage(command, "concepts.md", { "Read all rules again": "precept reload" });
  run(command, async () => (await import("./command.ts")).reload);
};
