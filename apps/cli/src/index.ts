export { runSlashCommand, type SlashReply } from "./slash.ts";
