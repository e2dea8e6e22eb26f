import { userInfo } from "node:os";
import { withoutUndefined, type Diagnostic, type Json } from "@precept/core";
import { signalKeys, type PolicyContext, type SignalKey } from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import type { EnforceOptions } from "../policy-engine.ts";
import { detectCi } from "./ci-providers.ts";
import { GitSignals } from "./git-signals.ts";

/** The context of policies, and the ignored keys of the caller's context. */
export interface ResolvedContext {
  readonly context: PolicyContext;
  readonly diagnostics: readonly Diagnostic[];
}

/** Adds signals of git and the machine over the caller's context, but not over `signals`. @param used those to read. */
export function resolveContext(
  { context = {}, signals = {}, session, tool }: Pick<EnforceOptions, "context" | "signals" | "session" | "tool">,
  used: ReadonlySet<SignalKey>,
  root: string,
): ResolvedContext {
  const readers = signalReaders(root);
  const read = Object.fromEntries([...used].filter((key) => signals[key] === undefined).map((key) => [key, readers[key]()]));
  const own = Object.entries(context).filter(([key]) => !isSignal(key));
  const ignored = Object.keys(context).filter((key) => isSignal(key) && used.has(key) && signals[key] === undefined);
  const resolved: Record<string, Json> = {
    ...withoutUndefined({ session, tool }),
    ...Object.fromEntries(own),
    ...read,
    ...Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== undefined)),
  };
  return { context: resolved, diagnostics: ignored.map(reportIgnored) };
}

function reportIgnored(key: string): Diagnostic {
  return report("policies/context-ignored", {}, `\`${key}\` in the context is ignored: Precept determines it.`);
}

function isSignal(key: string): key is SignalKey {
  return (signalKeys as readonly string[]).includes(key);
}

function signalReaders(root: string): Readonly<Record<SignalKey, () => string>> {
  let repository: GitSignals | undefined;
  const git = (): GitSignals => (repository ??= new GitSignals(root));
  return {
    branch: () => git().branch,
    default_branch: () => git().defaultBranch,
    remote: () => git().remote,
    ci: () => detectCi(process.env),
    user: readUserName,
  };
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user id has no entry in the system's list, as in some containers.
    return "";
  }
}
