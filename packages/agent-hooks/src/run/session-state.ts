import type { SessionRecord } from "@precept/contract";
import { isRecord } from "@precept/core";
import {
  listDirectorySync,
  makeDirectory,
  makePrivateDirectory,
  messageOf,
  openRoot,
  putFile,
  readFileInSync,
  removeFile,
  withLock,
  type Root,
  sha256,
  stateDir,
} from "@precept/files";

/** The rules and advice that a conversation has received. A subagent has a separate conversation. */
export interface SessionState {
  /** The keys of rules that the agent has been given, oldest first. */
  readonly given: readonly string[];
  /** The files for which the agent has been given rules, oldest first. A compaction loses these rules. */
  readonly files: readonly string[];
  /** The names of the rules that it has been given because of a prompt, or because it asked, oldest first. */
  readonly asked: readonly string[];
  /** The keys of given rules that a resume of the session loses. Undefined: none. */
  readonly unsaved?: readonly string[];
  /** Whether the next event that takes context gives all rules: a compaction or the start of a subagent could not. Default false. */
  readonly isOwed?: boolean;
  /** Texts that wait for an event that can add context. */
  readonly pending: readonly string[];
  /** Whether the hook before tools ran, or a result arrived without it. Undefined: no tool ran. */
  readonly guard?: Guard;
  /** What the user corrected. Undefined: nothing. */
  readonly captured?: readonly CapturedGuidance[];
  /** The rules with `remind` that it has been given. Undefined: none. */
  readonly reminders?: readonly Reminder[];
  /** What a resume did, until the next event shows whether the resumed session or a copy of it continues. Undefined: nothing waits. */
  readonly resumed?: Resumed;
}

/** A rule that is given again after some prompts. */
export interface Reminder {
  readonly rule: string;
  /** How many prompts came since it was given. */
  readonly prompts: number;
  /** After how many prompts it is given again. */
  readonly every: number;
  /** A file that it applies to. Undefined: it does not apply by file. */
  readonly file?: string;
  /** Its name, if it was given because a prompt or the agent asked for it. */
  readonly asked?: string;
}

/** What the hook at a resume recorded. */
export interface Resumed {
  readonly records: readonly SessionRecord[];
  /** The keys of rules that it gave. */
  readonly added: readonly string[];
  /** The path of the session's transcript. */
  readonly transcript: string;
}

/** A sentence of the user that makes a rule. */
export interface CapturedGuidance {
  readonly content: string;
  readonly said: string;
  readonly isProposed: boolean;
}

export type Guard = "fired" | "missed";

const empty: SessionState = { given: [], files: [], asked: [], pending: [] };

const sessionsDir = `${stateDir}/hooks`;

/** How many rules a state remembers. The oldest are given again. */
const maxGiven = 2_000;

/** How many files, and how many names of rules, a state remembers. The oldest are forgotten. */
const maxRemembered = 50;

/** How many waiting texts a state has. The oldest are dropped. */
const maxPending = 20;

/** How many conversations have a state. The least recently used are removed. */
const maxSessions = 200;

/** A larger file was not written by Precept. In bytes. */
const maxBytes = 1_048_576;

export interface Conversation {
  readonly root: string;
  readonly host: string;
  readonly session: string;
  readonly subagent?: string | undefined;
}

/**
 * Changes the state of a conversation, under a lock, because hosts run hooks at the same time.
 *
 * @param change returns the new state and a result. Without a changed state, nothing is written.
 * @returns the result, and the problem if the state could not be read or written: the change then started from an empty
 * one.
 */
export async function changeSession<Result>(
  conversation: Conversation,
  now: number,
  change: (state: SessionState) => { readonly state: SessionState; readonly result: Result },
): Promise<{ readonly result: Result; readonly problem?: string }> {
  const path = pathOf(conversation);
  try {
    const project = openRoot(conversation.root);
    await makePrivateDirectory(project, stateDir);
    await makeDirectory(project, sessionsDir, { links: "none", isPrivate: true });
    const result = await withLock(project, path, "hooks", async (lock) => {
      const before = readState(project, path);
      const { state, result: changed } = change(before ?? empty);
      if (state !== before) {
        const text = JSON.stringify({
          ...state,
          given: state.given.slice(-maxGiven),
          unsaved: state.unsaved === undefined || state.unsaved.length === 0 ? undefined : state.unsaved.slice(-maxGiven),
          isOwed: state.isOwed === true ? true : undefined,
          files: state.files.slice(-maxRemembered),
          asked: state.asked.slice(-maxRemembered),
          pending: state.pending.slice(-maxPending),
          ...(state.reminders !== undefined && { reminders: state.reminders.slice(-maxRemembered) }),
          used: now,
        });
        await putFile(project, path, `${text}\n`, { links: "none", isPrivate: true, beforeRename: lock.assertHeld });
      }
      return changed;
    });
    return { result };
  } catch (error) {
    return { result: change(empty).result, problem: messageOf(error) };
  }
}

/** Removes the states of the least recently used conversations beyond the limit. Never throws. */
export async function removeOldSessions(root: string): Promise<void> {
  try {
    const project = openRoot(root);
    const names = listDirectorySync(project, sessionsDir, "none").flatMap(({ name }) => (name.endsWith(".json") ? [name] : []));
    if (names.length <= maxSessions) return;
    const used = names.map((name) => [lastUse(project, `${sessionsDir}/${name}`), name] as const);
    const old = used.toSorted(([left], [right]) => right - left).slice(maxSessions);
    for (const [, name] of old) await removeFile(project, `${sessionsDir}/${name}`, { links: "none" });
  } catch {
    // The next session tries again.
  }
}

/** A session id that is a safe file name, such as a UUID. Hashing it would load code that most hooks do not need. */
const plainName = /^[a-z0-9-]{1,80}$/;

function pathOf({ host, session, subagent }: Conversation): string {
  if (subagent === undefined && plainName.test(session)) return `${sessionsDir}/${host}.${session}.json`;
  const name = sha256([host, session, subagent ?? ""].join("\0")).slice(0, 32);
  return `${sessionsDir}/${name}.json`;
}

function readState(project: Root, path: string): SessionState | undefined {
  const value = readJson(project, path);
  if (!isRecord(value)) return undefined;
  const { guard, isOwed } = value;
  const unsaved = textsIn(value["unsaved"]);
  const captured = guidanceIn(value["captured"]);
  const reminders = remindersIn(value["reminders"]);
  const resumed = resumedIn(value["resumed"]);
  return {
    given: textsIn(value["given"]),
    files: textsIn(value["files"]),
    asked: textsIn(value["asked"]),
    pending: textsIn(value["pending"]),
    ...(unsaved.length > 0 && { unsaved }),
    ...(isOwed === true && { isOwed }),
    ...((guard === "fired" || guard === "missed") && { guard }),
    ...(captured.length > 0 && { captured }),
    ...(reminders.length > 0 && { reminders }),
    ...(resumed !== undefined && { resumed }),
  };
}

/** Reads the state of a conversation without a lock. */
export function readSession(conversation: Conversation): SessionState {
  return readState(openRoot(conversation.root), pathOf(conversation)) ?? empty;
}

/** Empty before the first conversation. */
function sessionNames(project: Root): readonly string[] {
  try {
    return listDirectorySync(project, sessionsDir, "none").map(({ name }) => name);
  } catch {
    return [];
  }
}

/** What resumes did in the main conversations of a host that had no event since. */
export function waitingResumes(root: string, host: string): readonly Resumed[] {
  const project = openRoot(root);
  const own = sessionNames(project).filter((name) => name.startsWith(`${host}.`) && name.endsWith(".json"));
  return own.flatMap((name) => readState(project, `${sessionsDir}/${name}`)?.resumed ?? []);
}

/** What the latest other conversation of a host recorded about its guard. */
export function lastGuardOf(conversation: Conversation): Guard | undefined {
  const project = openRoot(conversation.root);
  const own = pathOf(conversation);
  const paths = sessionNames(project)
    .map((name) => `${sessionsDir}/${name}`)
    .filter((path) => path.startsWith(`${sessionsDir}/${conversation.host}.`) && path.endsWith(".json") && path !== own);
  const states = paths.map((path) => [lastUse(project, path), path] as const);
  const [latest] = states.toSorted(([left], [right]) => right - left);
  return latest === undefined ? undefined : readState(project, latest[1])?.guard;
}

function lastUse(project: Root, path: string): number {
  const value = readJson(project, path);
  return isRecord(value) && typeof value["used"] === "number" ? value["used"] : 0;
}

function readJson(project: Root, path: string): unknown {
  const content = readFileInSync(project, path, { maxBytes, links: "none" });
  if (content.kind !== "bytes") return undefined;
  try {
    return JSON.parse(content.bytes.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function guidanceIn(value: unknown): readonly CapturedGuidance[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): readonly CapturedGuidance[] => {
    if (!isRecord(one)) return [];
    const { content, said, isProposed } = one;
    return typeof content === "string" && typeof said === "string" ? [{ content, said, isProposed: isProposed === true }] : [];
  });
}

function remindersIn(value: unknown): readonly Reminder[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): readonly Reminder[] => {
    if (!isRecord(one)) return [];
    const { rule, prompts, every, file, asked } = one;
    if (typeof rule !== "string" || typeof prompts !== "number" || typeof every !== "number") return [];
    return [{ rule, prompts, every, ...(typeof file === "string" && { file }), ...(typeof asked === "string" && { asked }) }];
  });
}

function resumedIn(value: unknown): Resumed | undefined {
  if (!isRecord(value) || !Array.isArray(value["records"]) || typeof value["transcript"] !== "string") return undefined;
  // They were checked when they were recorded, and are checked again when they are read.
  return {
    records: value["records"] as readonly SessionRecord[],
    added: textsIn(value["added"]),
    transcript: value["transcript"],
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
