import { PreceptError } from "@precept/core";
import type { Authenticator, Principal } from "../access/principal.ts";
import type { TokenRecord } from "./token-record.ts";
import { fileTokens, type TokenStore } from "./token-store.ts";
import { hashSecret, isSameHash, parseToken } from "./token.ts";
import { watchContent } from "./watch-content.ts";

export interface TokenAuthenticatorOptions {
  /** The token file, which need not exist yet, or another store. */
  readonly path: string | TokenStore;
  /** How often the tokens are read, in milliseconds. Default 250. */
  readonly interval?: number;
  /** Called once for each invalid content, and each reason why the tokens cannot be read. The last valid tokens stay in use. */
  readonly onInvalid?: (error: PreceptError) => void;
}

/** Authenticates requests by the tokens of a file. Changes of the file apply without a restart. */
export interface TokenAuthenticator extends Authenticator, AsyncDisposable {
  /** The number of tokens, including expired ones. */
  readonly size: number;
}

/** A token that may be used. */
interface ActiveToken {
  readonly record: TokenRecord;
  readonly hash: Uint8Array;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly ended: AbortController;
  readonly principal: Principal;
}

const defaultInterval = 250;

/** Compared with secrets of unknown tokens, so that these take as long as known ones. No secret has this hash. */
const noHash: Uint8Array = new Uint8Array(32);

/**
 * Opens a token file and creates an authenticator for its tokens. A created, changed or revoked token counts within a
 * second. The signals of principals whose token was changed, revoked or has expired are aborted.
 *
 * @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED`
 * @example
 * ```ts
 * import { createServer } from "@precept/server";
 * import { addToken, createTokenAuthenticator } from "@precept/server/tokens";
 * import { openWorkspace } from "@precept/workspace";
 *
 * const path = "/etc/precept/tokens.json";
 * const { token } = await addToken(path, { user: "ada", role: "editor" });
 * await using workspace = await openWorkspace(".", { watch: true });
 * await using authenticator = await createTokenAuthenticator({ path, onInvalid: (error) => console.error(error) });
 * await using server = createServer({ workspace, authenticator });
 * await server.fetch(new Request("http://127.0.0.1/api/v1/traces", { headers: { authorization: `Bearer ${token}` } }));
 * ```
 */
export async function createTokenAuthenticator({
  path,
  interval = defaultInterval,
  onInvalid,
}: TokenAuthenticatorOptions): Promise<TokenAuthenticator> {
  const tokens = typeof path === "string" ? fileTokens(path) : path;
  const first = await tokens.read();
  let active = activate(new Map(), tokens.parse(first));
  const stop = watchContent(() => tokens.read(), {
    interval,
    first,
    onContent: (content) => {
      active = activate(active, tokens.parse(content));
    },
    onError: (error) => {
      if (PreceptError.is(error)) onInvalid?.(error);
    },
    onTick: () => endExpired(active),
  });
  return {
    get size() {
      return active.size;
    },
    authenticate: (authorization) => authenticate(active, authorization),
    principalOf(tokenId) {
      const found = active.get(tokenId);
      return found === undefined || found.expiresAt <= Date.now() ? undefined : found.principal;
    },
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function authenticate(active: ReadonlyMap<string, ActiveToken>, authorization: string | undefined): Principal {
  if (authorization === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
  const [, text = ""] = /^Bearer +([\w-]+) *$/i.exec(authorization) ?? [];
  const { id = "", secret = "" } = parseToken(text) ?? {};
  const found = active.get(id);
  // Always hashes and compares, so that the time does not tell whether the id exists.
  const isValid = isSameHash(hashSecret(secret), found?.hash ?? noHash);
  if (found === undefined || !isValid) throw new PreceptError("UNAUTHENTICATED", { reason: "invalid" });
  if (found.expiresAt <= Date.now()) throw new PreceptError("UNAUTHENTICATED", { reason: "expired" });
  return found.principal;
}

/** Replaces the active tokens. Unchanged ones keep their principals; the principals of the others end. */
function activate(before: ReadonlyMap<string, ActiveToken>, records: readonly TokenRecord[]): ReadonlyMap<string, ActiveToken> {
  const active = new Map(
    records.map((record) => {
      const known = before.get(record.id);
      const isUnchanged = known !== undefined && JSON.stringify(known.record) === JSON.stringify(record);
      return [record.id, isUnchanged ? known : toActiveToken(record)] as const;
    }),
  );
  for (const [id, token] of before) if (active.get(id) !== token) token.ended.abort();
  return active;
}

function toActiveToken(record: TokenRecord): ActiveToken {
  const ended = new AbortController();
  return {
    record,
    hash: Buffer.from(record.hash, "hex"),
    expiresAt: record.expires_at === null ? Infinity : Date.parse(record.expires_at),
    ended,
    principal: {
      tokenId: record.id,
      user: record.user,
      role: record.role,
      projects: record.projects,
      mainSession: record.main_session ?? false,
      ended: ended.signal,
    },
  };
}

function endExpired(active: ReadonlyMap<string, ActiveToken>): void {
  const now = Date.now();
  for (const { expiresAt, ended } of active.values()) if (expiresAt <= now) ended.abort();
}
