import type { Define } from "../../define.ts";

export const defineReload: Define = (program) =>
  program
    .command("reload")
    .summary("read all rules again and show what changed")
    .description("Reads all rules again and shows what changed. Useful in chats and programs that keep a workspace open.")
    .examples("concepts.md", { "Read all rules again": "precept reload" })
    .runs(async () => (await import("./command.ts")).reload);
