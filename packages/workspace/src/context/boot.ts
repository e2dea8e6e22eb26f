import { join } from "node:path";
import type { AgentContextOf, FileLoadResult, SessionType } from "@precept/agent-context";
import { withoutUndefined, type AgentContextFile, type Resolution, type ResolveRequest } from "@precept/core";
import { shownPath } from "@precept/files";
import type { WorkspaceResolveOptions } from "../options.ts";
import type { Settings } from "../settings.ts";
import type { ContextPorts } from "./open-context.ts";
import type { SessionRequest, WorkspaceContext, WorkspaceContextOptions } from "./workspace-context.ts";

/** A request with which an agent boots: its session, and what it is about to do. */
export interface BootRequest<Type extends SessionType = SessionType>
  extends Omit<ResolveRequest, "session">, SessionRequest<Type> {}

export interface BootOptions extends WorkspaceResolveOptions, WorkspaceContextOptions {
  /**
   * Whether BOOTSTRAP.md is offered, if it was not offered before. Default true, unless `create` is `memory`: the offer is
   * recorded in `.precept/state`.
   */
  readonly bootstrap?: boolean | undefined;
  /** The id under which the session type is remembered, if users choose session ids. Default: the session. */
  readonly sessionKey?: string | undefined;
}

/** What an agent boots with. */
export interface BootResult<Type extends SessionType = SessionType> {
  readonly context: AgentContextOf<Type>;
  /** Which rules apply. Rules from files of the context are skipped, with the reason `inAgentContext`. */
  readonly resolution: Resolution;
  /** The agent context, then the rules. */
  readonly prompt: string;
  /** What happened to each file of the context, in load order, and to BOOTSTRAP.md. */
  readonly files: readonly FileLoadResult[];
  /** The text of BOOTSTRAP.md, if this boot offers it. It is part of the prompt. */
  readonly bootstrap?: string;
}

/** The parts of a workspace that booting uses. */
export interface BootedWorkspace {
  readonly root: string;
  readonly isReadOnly: boolean;
  readonly settings: Settings;
  readonly context: WorkspaceContext;
  resolve(request: ResolveRequest, options: WorkspaceResolveOptions): Promise<Resolution>;
}

export async function boot<Type extends SessionType>(
  { sessionType, session, ...request }: BootRequest<Type>,
  { create, bootstrap, sessionKey, ...options }: BootOptions,
  workspace: BootedWorkspace,
  { now, isPrivate }: Pick<ContextPorts, "now" | "isPrivate">,
): Promise<BootResult<Type>> {
  const { context, files } = await workspace.context.load({ sessionType, session: sessionKey ?? session }, { create });
  const agentContext = [...(options.agentContext ?? []), ...findPromptFiles(files, workspace)];
  const resolution = await workspace.resolve(
    { ...request, ...(session !== undefined && { session }) },
    { ...options, agentContext },
  );
  const { composeContext, offerBootstrap } = await import("@precept/agent-context");
  const { root, isReadOnly, settings } = workspace;
  const { maxFileCharacters } = settings.context;
  // Last, because a boot that fails must not use up the offer.
  const writes = !isReadOnly && (bootstrap === true || create !== "memory");
  const offer =
    bootstrap === false
      ? undefined
      : await offerBootstrap(workspace.context.dir, {
          sessionType,
          project: root,
          create: writes ? "write" : "memory",
          isPrivate,
          ...withoutUndefined({ now, maxFileCharacters }),
        });
  const all = offer === undefined ? files : [...files, offer.file];
  const parts = [composeContext(context, offer?.isOffered === true ? all : files), resolution.prompt];
  return {
    context,
    resolution,
    prompt: parts.filter((part) => part !== "").join("\n"),
    files: all,
    ...(offer?.content !== undefined && { bootstrap: offer.content }),
  };
}

/** The files whose own texts are in the context. A default text does not replace the rule of an unreadable file. */
function findPromptFiles(files: readonly FileLoadResult[], { root, context }: BootedWorkspace): readonly AgentContextFile[] {
  return files.flatMap(({ filePath, content, sha256, error, isDefault }) =>
    content === undefined || (isDefault && error !== undefined)
      ? []
      : [{ path: shownPath(root, join(context.dir, filePath)), content, sha256 }],
  );
}
