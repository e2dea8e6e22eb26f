import type { TokenRecord } from "@precept/server/tokens";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { asLines, printable } from "../../terminal/text.ts";

/** Lays out tokens as a table. @param now marks the expired ones. */
export function viewTokens(tokens: readonly TokenRecord[], now: Date, style: Style): string {
  if (tokens.length === 0) return "No tokens.\n";
  const rows = tokens.map(
    ({ id, user, role, projects, main_session: mainSession, created_at: created, expires_at: expires, note }) => [
      id,
      printable(user),
      role,
      projects === "all" ? "all" : printable(projects.join(", ")),
      mainSession === true ? "main" : "shared",
      dayOf(created),
      viewExpiry(expires, now, style),
      printable(note),
    ],
  );
  return asLines(viewTable(["id", "user", "role", "projects", "sessions", "created", "expires", "note"], rows, style));
}

function viewExpiry(expires: string | null, now: Date, style: Style): string {
  if (expires === null) return "never";
  return new Date(expires) <= now ? style.red(`expired ${dayOf(expires)}`) : dayOf(expires);
}

/** `2026-01-31`, in UTC. */
function dayOf(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}
