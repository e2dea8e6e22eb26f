import type { HostId } from "../host-ids.ts";

/** Program names by which `precept` is started: the command itself, its package, and its file. */
const program = /(?:^|[\\/])(?:precept(?:\.(?:cmd|exe|ps1))?|@precept[\\/]cli(?:@[\w.^~-]+)?(?:[\\/]dist[\\/]main\.js)?)$/i;

/** Splits a command line at blanks that are not quoted, and removes the quotes. */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/["']/g, ""));
}

/** Whether a command line runs `precept hook HOST`, however precept is started. */
export function isHookCommand(line: string, host: HostId, known: readonly string[] = []): boolean {
  if (known.includes(line)) return true;
  const words = splitCommand(line);
  return words.at(-1) === host && words.at(-2) === "hook" && program.test(words.at(-3) ?? "");
}

/** Whether a command and its arguments run `precept mcp`. */
export function isMcpCommand(words: readonly string[]): boolean {
  const at = words.findIndex((word) => program.test(word));
  return at !== -1 && words[at + 1] === "mcp";
}
