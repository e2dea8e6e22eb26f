import {
  type FileContent,
  type HostFile,
  type InstallContext,
  installSpecs,
  type JsonEntry,
  type PreceptCommand,
} from "@precept/mdc-compat/install";
import { existsAt, readFileInSync, type Root } from "@precept/files";
import { join } from "node:path";
import { hostIds, type HostId } from "../host-ids.ts";
import { installParts, partsFor, type RequestedParts } from "./install-parts.ts";
import type { InstallTarget } from "./install-target.ts";
import { linesOf } from "./json-entry.ts";
import type { InstallLedger } from "./ledger.ts";
import { planFile, type FilePlan, type FileRecord } from "./plan-file.ts";

/** What to install or uninstall. */
export interface InstallRequest {
  readonly action: "install" | "uninstall";
  readonly hosts: readonly HostId[];
  readonly parts: RequestedParts;
  readonly command: PreceptCommand;
  readonly isWindows: boolean;
}

/** What happens to one file. */
export interface FileChange extends Omit<FilePlan, "problem"> {
  readonly path: string;
  /** The hosts that read the file. */
  readonly hosts: readonly HostId[];
  readonly before: string | undefined;
  readonly isExecutable: boolean;
  /** With `blocked`: why, with the place in the file. */
  readonly problem?: string;
}

/** The maximum size of a host's file, in bytes. A larger one is left alone, with an error. */
const maxHostFileBytes = 4_194_304;

export function planChanges(target: InstallTarget, request: InstallRequest, ledger: InstallLedger): readonly FileChange[] {
  const requested = request.hosts.flatMap((host) => partsFor(host, request.parts).map((part) => `${host}:${part}`));
  const paths = [...new Set(requested.flatMap((install) => listHostFiles(target, request, install).map(({ path }) => path)))];
  return paths.map((path) => planChange(target, request, requested, path, ledger.files[path]));
}

function planChange(
  target: InstallTarget,
  request: InstallRequest,
  requested: readonly string[],
  path: string,
  record: FileRecord | undefined,
): FileChange {
  const earlier = record?.installs ?? [];
  const isInstall = request.action === "install";
  const installs = isInstall ? [...new Set([...earlier, ...requested])] : earlier.filter((one) => !requested.includes(one));
  const command = isInstall ? request.command : (record?.command ?? request.command);
  const contentsOf = (names: readonly string[], by: PreceptCommand): readonly FileContent[] =>
    names
      .flatMap((name) => listHostFiles(target, { ...request, command: by }, name).filter((file) => file.path === path))
      .map(({ content }) => content);
  // Two hosts that read the same file have the same contents in it.
  const wanted = withoutAll(contentsOf(installs, command), []);
  const dropped = isInstall ? [] : withoutAll(contentsOf(requested, command), wanted);
  const inFile = installs.filter((name) => contentsOf([name], command).length > 0);
  const everything = hostIds.flatMap((host) => installParts.map((part) => `${host}:${part}`));
  const known = knownLines([
    ...contentsOf(everything, request.command),
    ...(record === undefined ? [] : contentsOf([...earlier, ...requested], record.command)),
  ]);
  const hosts = [...new Set([...inFile, ...(isInstall ? [] : requested)].map(hostOf))].filter((host) =>
    installParts.some((part) => listHostFiles(target, request, `${host}:${part}`).some((file) => file.path === path)),
  );
  const isExecutable = wanted.some((content) => content.kind === "text" && content.isExecutable === true);
  const current = readText(target.root, path);
  const file = { path, hosts, isExecutable };
  if (typeof current === "object") {
    return { ...file, kind: "blocked", before: undefined, after: undefined, record, problem: `${path}: ${current.message}` };
  }
  const { problem, ...plan } = planFile({ current, record, wanted, dropped, installs: inFile, command, known });
  const described = problem && `${path}:${problem.line}:${problem.column}: ${problem.message}`;
  return { ...file, before: current, ...plan, ...(described !== undefined && { problem: described }) };
}

/** The files of an install such as `gemini:mcp`. An unknown one has none. */
export function listHostFiles(
  { root, level }: InstallTarget,
  { command, isWindows }: Pick<InstallRequest, "command" | "isWindows">,
  install: string,
): readonly HostFile[] {
  const host = hostIds.find((one) => one === hostOf(install));
  if (host === undefined) return [];
  const context: InstallContext = { level, command, isWindows, base: root.dir.replaceAll("\\", "/") };
  const spec = installSpecs[host];
  return (install.endsWith(":mcp") ? spec.mcp(context) : spec.hooks(context)).map((file) => {
    const { path, alternative } = file;
    return alternative !== undefined && !existsAt(join(root.dir, path)) && existsAt(join(root.dir, alternative))
      ? { ...file, path: alternative }
      : file;
  });
}

function hostOf(install: string): HostId {
  return install.slice(0, install.lastIndexOf(":")) as HostId;
}

export function readText(root: Root, path: string): string | undefined | { readonly message: string } {
  const content = readFileInSync(root, path, { maxBytes: maxHostFileBytes });
  switch (content.kind) {
    case "missing":
      return undefined;
    case "bytes":
      try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content.bytes);
      } catch {
        return { message: "the file is not UTF-8 text" };
      }
    case "refused":
      return { message: content.error.message };
    case "tooLarge":
      return { message: `the file has ${content.size} bytes; the limit is ${maxHostFileBytes}` };
    case "notRegular":
      return { message: "this is not a regular file" };
    case "unreadable":
      return { message: content.error instanceof Error ? content.error.message : String(content.error) };
  }
}

/** Removes contents and JSON entries that are among the others, or there twice. */
function withoutAll(contents: readonly FileContent[], others: readonly FileContent[]): readonly FileContent[] {
  const seen = new Set(others.flatMap(partsOf).map((part) => JSON.stringify(part)));
  const isNew = (part: FileContent | JsonEntry): boolean => {
    const { size } = seen;
    return seen.add(JSON.stringify(part)).size > size;
  };
  return contents.flatMap((content): readonly FileContent[] => {
    if (content.kind !== "json") return isNew(content) ? [content] : [];
    const entries = content.entries.filter(isNew);
    return entries.length === 0 ? [] : [{ ...content, entries }];
  });
}

function partsOf(content: FileContent): readonly (FileContent | JsonEntry)[] {
  return content.kind === "json" ? content.entries : [content];
}

/** The command lines in contents, by which entries of a command with another name are recognised. */
function knownLines(contents: readonly FileContent[]): readonly string[] {
  return contents.flatMap((content) => {
    if (content.kind === "toml") return [Object.values(content.table.values).flat().join(" ")];
    return content.kind === "json" ? content.entries.flatMap(linesOf) : [];
  });
}
