import { PreceptError } from "@precept/core";
import type { Role } from "@precept/contract/values";
import { userIdExpected, userIdPattern } from "@precept/workspace";
import type { TokenRecord } from "./token-record.ts";
import { fileTokens, type TokenStore } from "./token-store.ts";
import { createToken, formatToken, hashSecret, parseToken } from "./token.ts";

/** What a new token allows, and to whom. */
export interface NewToken {
  /** The user for whom requests with the token are answered. */
  readonly user: string;
  readonly role: Role;
  /** The ids of the projects that the token gives access to. Default: all. */
  readonly projects?: "all" | readonly string[];
  /** Whether requests with the token may have main sessions, which get MEMORY.md. Default false. */
  readonly mainSession?: boolean;
  /** Default: never. */
  readonly expiresAt?: Date;
  /** What the token is for. Default: empty. */
  readonly note?: string;
}

/** A token that was just created. */
export interface CreatedToken {
  /** The token with its secret, which cannot be read again. */
  readonly token: string;
  readonly record: TokenRecord;
}

/**
 * Creates a token and adds it to a token file, which need not exist, or to another store. A running server accepts it within a
 * second.
 * @throws PreceptError `OPTION_VALUE_INVALID`, `TOKEN_FILE_INVALID`, `STORE_FAILED`
 */
export async function addToken(
  tokens: string | TokenStore,
  { user, role, projects = "all", mainSession = false, expiresAt, note = "" }: NewToken,
): Promise<CreatedToken> {
  if (!userIdPattern.test(user)) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "user", value: user, expected: userIdExpected });
  }
  const now = new Date();
  if (expiresAt !== undefined && !(expiresAt > now)) {
    const value = Number.isNaN(expiresAt.getTime()) ? String(expiresAt) : expiresAt.toISOString();
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "expires", value, expected: "a time in the future" });
  }
  if (projects !== "all" && (projects.length === 0 || projects.includes(""))) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "project", value: "", expected: "the id of a project" });
  }
  let created: CreatedToken | undefined;
  await storeOf(tokens).change((stored) => {
    const token = createUnusedToken(stored);
    const record: TokenRecord = {
      id: token.id,
      hash: hashSecret(token.secret).toString("hex"),
      user,
      role,
      projects: projects === "all" ? "all" : [...new Set(projects)],
      ...(mainSession && { main_session: true }),
      created_at: now.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
      note,
    };
    created = { token: formatToken(token), record };
    return [...stored, record];
  });
  if (created === undefined) throw new Error("The token was not created.");
  return created;
}

/** Reads the tokens of a token file or of another store. @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED` */
export async function readTokens(tokens: string | TokenStore): Promise<readonly TokenRecord[]> {
  const store = storeOf(tokens);
  return store.parse(await store.read());
}

function storeOf(tokens: string | TokenStore): TokenStore {
  return typeof tokens === "string" ? fileTokens(tokens) : tokens;
}

function createUnusedToken(tokens: readonly TokenRecord[]): ReturnType<typeof createToken> {
  for (;;) {
    const token = createToken();
    if (!tokens.some(({ id }) => id === token.id)) return token;
  }
}

/**
 * Removes a token, named by its id or itself, from a token file or another store and returns it. A running server refuses it within a
 * second, and ends its event streams. @throws PreceptError `TOKEN_UNKNOWN`, `TOKEN_FILE_INVALID`, `STORE_FAILED`
 */
export async function removeToken(tokens: string | TokenStore, idOrToken: string): Promise<TokenRecord> {
  const id = idOf(idOrToken);
  let removed: TokenRecord | undefined;
  await storeOf(tokens).change((stored) => {
    removed = stored.find((token) => token.id === id);
    if (removed === undefined) throw new PreceptError("TOKEN_UNKNOWN", { id });
    return stored.filter((token) => token !== removed);
  });
  if (removed === undefined) throw new Error("The token was not removed.");
  return removed;
}

/** Returns the id of a token. Never returns a secret, also of a mistyped token, because errors contain the id. */
function idOf(text: string): string {
  return (parseToken(text)?.id ?? text.replace(/^precept_/, "").replace(/_.*$/s, "")).slice(0, 20);
}
