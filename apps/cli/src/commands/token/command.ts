import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Role } from "@precept/contract/values";
import { PreceptError, withoutUndefined } from "@precept/core";
import { addToken, readTokens, removeToken, tokenFileIn, type TokenRecord } from "@precept/server/tokens";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { printable } from "../../terminal/text.ts";
import { viewTokens } from "./view.ts";

export interface TokenOptions {
  readonly tokenFile?: string;
}

export interface CreateOptions extends TokenOptions {
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
  const { token, record } = await addToken(fileOf(call), {
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
  const tokens = await readTokens(fileOf(call));
  return {
    json: { tokens: tokens.map(toWireToken) },
    text: (style) => viewTokens(tokens, new Date(), style),
  };
}

export async function revokeToken(call: CallWithoutWorkspace<TokenOptions>): Promise<CommandResult> {
  const [id = ""] = call.args;
  const record = await removeToken(fileOf(call), id);
  return {
    json: toWireToken(record),
    isConfirmation: true,
    text: (style) => `${style.green("revoked")}  ${record.id}  ${printable(record.user)}  ${record.role}\n`,
  };
}

function fileOf({ options, settings, terminal }: CallWithoutWorkspace<TokenOptions>): string {
  if (options.tokenFile !== undefined) return resolve(terminal.cwd, options.tokenFile);
  return tokenFileIn(settings.workspace.home ?? join(homedir(), ".precept"));
}

/** A token without its hash. */
function toWireToken({ hash: _hash, main_session: mainSession = false, ...shown }: TokenRecord) {
  return { ...shown, main_session: mainSession };
}
