import type { Repository } from "./repository.ts";

/** Returns the shell command that undoes a rollback. */
export function undoCommand({ top }: Pick<Repository, "top">, id: string): string {
  return `precept checkpoint undo ${id} --root ${quoteForShell(top)}`;
}

/** Quotes a text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
