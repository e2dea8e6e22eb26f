import { type HostFile, installSpecs, type JsonEntry, readPluginCommand, type PreceptCommand } from "@precept/mdc-compat/install";
import { join } from "node:path";
import { hostIds, type HostId } from "../host-ids.ts";
import type { InstallTarget } from "./install-target.ts";
import { isProblem, listExtras, nodeAt, parseJsonDocument, valueOf, type JsonExtra } from "@precept/mdc-compat/json-text";
import { commandsOf, findHandlerOf, findOwnHandler, linesOf } from "./json-entry.ts";
import { listHostFiles, readText } from "./plan-changes.ts";

/** How a hook is started: a command line for a shell, or a program with arguments. */
export type HookStart = { readonly line: string } | { readonly words: readonly string[] };

/** The hooks of Precept that a host's files have. */
export interface InstalledHooks {
  readonly host: HostId;
  /** The file with the hooks, relative to the project or the home directory. */
  readonly path: string;
  /** How the host starts the hook before a shell command. Undefined: with an unknown command, which must not be run. */
  readonly start: HookStart | undefined;
  /** The events whose hooks are missing. */
  readonly missing: readonly string[];
  /** What the file contains that the host does not read, so that none of its hooks runs. */
  readonly refused: readonly JsonExtra[];
}

type HookEntry = Extract<JsonEntry, { kind: "hook" }>;

/**
 * Finds the hosts whose files have hooks of Precept.
 *
 * @param commands the ways to start Precept that the caller trusts. Only a hook that is exactly as an install with one
 *   of them writes it can be started: the files of a project may come from others.
 */
export function findInstalledHooks(
  target: InstallTarget,
  commands: readonly PreceptCommand[],
  isWindows: boolean,
): readonly InstalledHooks[] {
  return hostIds.flatMap((host) => {
    const candidates = commands.map((command) =>
      inspectHost(target, host, listHostFiles(target, { command, isWindows }, `${host}:hooks`)),
    );
    const found = candidates.find((one) => one?.start !== undefined) ?? candidates.find((one) => one !== undefined);
    return found === undefined ? [] : [found];
  });
}

function inspectHost(target: InstallTarget, host: HostId, files: readonly HostFile[]): InstalledHooks | undefined {
  const { event } = installSpecs[host].canary("", "");
  const missing: string[] = [];
  let found: { readonly path: string; readonly start: HookStart | undefined } | undefined;
  const refused = new Set<JsonExtra>();
  let isAsWritten = true;
  for (const { path, content } of files) {
    const text = readText(target.root, path);
    if (typeof text !== "string" || content.kind === "toml") {
      isAsWritten &&= content.kind !== "text";
      continue;
    }
    if (content.kind === "text") {
      isAsWritten &&= text === content.text;
      const plugin = readPluginCommand(content.text);
      const words = plugin ?? (content.isExecutable === true ? [join(target.root.dir, path)] : undefined);
      const isForEvent = path.endsWith(event) || plugin !== undefined;
      if (words !== undefined && isForEvent && text === content.text) found = { path, start: { words } };
      else if (isForEvent && /\bhook\b/.test(text) && text.includes("Written by `precept install`"))
        found ??= { path, start: undefined };
      continue;
    }
    for (const extra of refusedIn(text, host)) refused.add(extra);
    for (const entry of content.entries.filter((one): one is HookEntry => one.kind === "hook")) {
      const state = inspectEntry(text, entry);
      if (state === "missing") missing.push(eventOf(entry));
      else if (eventOf(entry) === event) found = { path, start: state === "other" ? undefined : state };
    }
  }
  if (found === undefined) return undefined;
  return { host, path: found.path, start: isAsWritten ? found.start : undefined, missing, refused: [...refused] };
}

function refusedIn(text: string, host: HostId): readonly JsonExtra[] {
  const document = parseJsonDocument(text);
  const { extras = [] } = installSpecs[host].refusedJson ?? {};
  return isProblem(document) ? [] : listExtras(document).filter((extra) => extras.includes(extra));
}

/** Whether a hook is in a text, and how it is started if it has exactly the command of the entry. */
function inspectEntry(text: string, entry: HookEntry): HookStart | "missing" | "other" {
  const document = parseJsonDocument(text);
  const node = isProblem(document) ? undefined : nodeAt(document, entry.path);
  if (node === undefined) return "missing";
  const lines = commandsOf(findOwnHandler(entry.value, entry.agent, linesOf(entry))?.handler ?? {});
  const handler = findHandlerOf(valueOf(node), entry, lines)?.handler;
  if (handler === undefined) return "missing";
  const [line] = commandsOf(handler);
  return line !== undefined && lines.includes(line) ? { line } : "other";
}

function eventOf({ path, by, value }: HookEntry): string {
  if (by === undefined) return path.at(-1) ?? "";
  return String((value as Readonly<Record<string, unknown>>)[by]);
}
