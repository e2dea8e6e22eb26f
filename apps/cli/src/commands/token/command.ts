import { resolve } from "node:path";
import type { Role } from "@precept/contract/values";
import { PreceptError, withoutUndefined } from "@precept/core";
import { addToken, findTokens, readTokens, removeToken, type FoundTokens, type TokenRecord } from "@precept/server/tokens";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { asLines, printable, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";

interface TokenOptions {
  readonly tokenFile?: string;
}

interface CreateOptions extends TokenOptions {
  readonly role: Role;
  /** In milliseconds. */
  readonly expires?: number;
  readonly mainSession?: boolean;
  readonly note?: string;
}

export async function createToken(call: CallWithoutWorkspace<CreateOptions>): Promise<CommandResult> {
  const { user, role, project, expires, note, mainSession } = call.options;
  if (user === undefined) {
    throw new PreceptError("OPTION_MISSING", { option: "--user <id>", help: "precept token create --help" });
  }
  await using found = await tokensOf(call);
  const { token, record } = await addToken(found.tokens, {
    user,
    role,
    ...(project !== undefined && { projects: project }),
    ...(expires !== undefined && { expiresAt: new Date(Date.now() + expires) }),
    ...withoutUndefined({ mainSession, note }),
  });
  return {
    json: { token, ...toWireToken(record) },
    isVerbatim: true,
    text: () => `${token}\n`,
    notice: (style) => `${style.dim("Save the token now. Only its hash is stored, so it cannot be shown again.")}\n`,
  };
}

export async function listTokens(call: CallWithoutWorkspace<TokenOptions>): Promise<CommandResult> {
  await using found = await tokensOf(call);
  const tokens = await readTokens(found.tokens);
  return {
    json: { tokens: tokens.map(toWireToken) },
    text: (style) => viewTokens(tokens, new Date(), style),
  };
}

export async function revokeToken(call: CallWithoutWorkspace<TokenOptions>): Promise<CommandResult> {
  const [id = ""] = call.args;
  await using found = await tokensOf(call);
  const record = await removeToken(found.tokens, id);
  return {
    json: toWireToken(record),
    isConfirmation: true,
    text: (style) => `${style.green("revoked")}  ${record.id}  ${printable(record.user)}  ${record.role}\n`,
  };
}

function tokensOf({ options, settings, terminal }: CallWithoutWorkspace<TokenOptions>): Promise<FoundTokens> {
  const { env, cwd } = terminal;
  const file = options.tokenFile === undefined ? undefined : resolve(cwd, options.tokenFile);
  return findTokens({ file, home: settings.workspace.home, env, cwd });
}

function toWireToken({ hash: _hash, main_session: mainSession = false, ...shown }: TokenRecord) {
  return { ...shown, main_session: mainSession };
}

function viewTokens(tokens: readonly TokenRecord[], now: Date, style: Style): string {
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
