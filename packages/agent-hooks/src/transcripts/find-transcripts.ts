import { basename, dirname, join } from "node:path";
import { isRecord } from "@precept/core";
import { isMissing, kindAt, listDirectorySync, modifiedAt, openRoot } from "@precept/files";
import { firstEntries } from "../first-entries.ts";
import { maxLineBytes, type TranscriptFiles } from "./read-transcript.ts";
import type { TranscriptAgent } from "../transcript-agents.ts";

/** Where agents store their transcripts. */
export interface TranscriptHomes {
  /** The environment, in which `CLAUDE_CONFIG_DIR` and `CODEX_HOME` name the directories of the agents. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory, absolute. */
  readonly home: string;
}

/** How deep directories are searched. Codex has one for each day, below the month and the year. */
const maxDepth = 6;

/** The beginning of a transcript's name in Codex. */
const rollout = "rollout-";

/** Finds the transcripts of a project in the agents' own directories, those that changed first in front. */
export async function findTranscripts(
  root: string,
  { env, home }: TranscriptHomes,
  agent: TranscriptAgent | undefined,
): Promise<readonly TranscriptFiles[]> {
  const claude = join(env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"), "projects", root.replace(/[^A-Za-z0-9]/g, "-"));
  const codex = join(env["CODEX_HOME"] ?? join(home, ".codex"), "sessions");
  const found = [
    ...(agent === "codex" ? [] : await transcriptsIn(claude, "claude-code")),
    ...(agent === "claude-code" ? [] : await transcriptsIn(codex, "codex")),
  ];
  const own: TranscriptFiles[] = [];
  for (const one of found) if (one.agent === "claude-code" || (await isOf(root, one))) own.push(one);
  return oldestFirst(await joinThreads(own));
}

/**
 * Finds the transcripts in a file or a directory.
 *
 * @param agent the agent that wrote them. Default: their first entries tell.
 */
export async function transcriptsAt(path: string, agent: TranscriptAgent | undefined): Promise<readonly TranscriptFiles[]> {
  if (kindAt(path) === "directory") return oldestFirst(await joinThreads(await transcriptsIn(path, agent)));
  const detected = agent ?? (await detectAgent(path));
  if (detected !== "codex") return detected === undefined ? [] : [{ agent: detected, paths: [path, ...subagentsOf(path)] }];
  const beside = entriesOf(dirname(path)).map(({ name }) => join(dirname(path), name));
  const threads = beside.filter((one) => one === path || basename(one).startsWith(rollout));
  const sessions = await joinThreads(threads.map((one) => ({ agent: detected, paths: [one] })));
  return sessions.filter(({ paths }) => paths.includes(path));
}

async function transcriptsIn(directory: string, agent: TranscriptAgent | undefined): Promise<readonly TranscriptFiles[]> {
  const found: TranscriptFiles[] = [];
  for (const path of filesBelow(directory, maxDepth)) {
    const detected = agent ?? (await detectAgent(path));
    if (detected !== undefined) found.push({ agent: detected, paths: [path, ...subagentsOf(path)] });
  }
  return found;
}

/** The transcripts of main agents below a directory. */
function filesBelow(directory: string, depth: number): readonly string[] {
  return entriesOf(directory).flatMap((entry) => {
    const { name } = entry;
    const path = join(directory, name);
    if (entry.isDirectory()) return depth === 0 || name === "subagents" ? [] : filesBelow(path, depth - 1);
    return entry.isFile() && name.endsWith(".jsonl") ? [path] : [];
  });
}

/** Claude Code stores the transcripts of subagents in a directory with the name of the session. */
function subagentsOf(path: string): readonly string[] {
  const directory = join(dirname(path), basename(path, ".jsonl"), "subagents");
  return entriesOf(directory).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(".jsonl") ? [join(directory, entry.name)] : [],
  );
}

function entriesOf(directory: string) {
  try {
    return listDirectorySync(openRoot(directory), ".", "none").toSorted((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The kinds of entries that only Codex writes. Other kinds are not known, and do not tell. */
const codexTypes: ReadonlySet<string> = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);

/** Returns the agent that most of the first entries are of. One entry does not tell: an agent can add kinds that look like another's. */
async function detectAgent(path: string): Promise<TranscriptAgent | undefined> {
  if (basename(path).startsWith(rollout)) return "codex";
  const votes = { "claude-code": 0, codex: 0 };
  for await (const entry of firstEntries(path, maxLineBytes)) {
    if (isRecord(entry["payload"]) && typeof entry["type"] === "string" && codexTypes.has(entry["type"])) votes.codex += 1;
    if (typeof entry["sessionId"] === "string") votes["claude-code"] += 1;
  }
  if (votes.codex === votes["claude-code"]) return undefined;
  return votes.codex > votes["claude-code"] ? "codex" : "claude-code";
}

/** Joins the transcripts of a session of Codex, which stores each subagent in a file beside the others. The main agent is first. */
async function joinThreads(found: readonly TranscriptFiles[]): Promise<readonly TranscriptFiles[]> {
  const sessions = new Map<string, TranscriptFiles>();
  for (const one of found) {
    const [path = ""] = one.paths;
    const { session = path, isMain } = one.agent === "codex" ? await threadOf(path) : { isMain: true };
    const others = sessions.get(session)?.paths ?? [];
    sessions.set(session, { ...one, paths: isMain ? [...one.paths, ...others] : [...others, ...one.paths] });
  }
  return [...sessions.values()];
}

/** The session of a transcript of Codex, and whether it is the one of the main agent. */
async function threadOf(path: string): Promise<{ readonly session?: string; readonly isMain: boolean }> {
  for await (const { type, payload } of firstEntries(path, maxLineBytes)) {
    if (type !== "session_meta" || !isRecord(payload)) continue;
    const { session_id: session, id } = payload;
    if (typeof session === "string") return { session, isMain: id === undefined || id === session };
  }
  return { isMain: true };
}

/** Whether a session of Codex ran in a project, or in a directory of it. */
async function isOf(root: string, { paths: [path = ""] }: TranscriptFiles): Promise<boolean> {
  for await (const { payload } of firstEntries(path, maxLineBytes)) {
    const cwd = isRecord(payload) ? payload["cwd"] : undefined;
    if (typeof cwd === "string") return cwd === root || cwd.startsWith(`${root}/`);
  }
  return false;
}

function oldestFirst(found: readonly TranscriptFiles[]): readonly TranscriptFiles[] {
  const changed = found.map((one) => [modifiedAt(one.paths[0] ?? ""), one] as const);
  return changed.toSorted(([left], [right]) => left - right).map(([, one]) => one);
}
