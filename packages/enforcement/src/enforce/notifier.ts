import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { NotificationRecipient } from "@precept/governance";
import type { NotifySettings } from "../settings.ts";

/** A notification. A command receives it as JSON on standard input, a webhook in the body of a POST request. */
export interface NotificationMessage {
  /** Why the notification is sent: a violation of a policy, or ignored advice. */
  readonly event: "violation" | "advice_ignored";
  /** The name of the project's directory. */
  readonly project: string;
  readonly action: string;
  readonly session: string;
  readonly agent: string;
  /** Who is notified: `HUMAN_ADMIN` or `QUICK_FIX_CHANNEL`. */
  readonly recipient: NotificationRecipient;
  /** What the recipient is asked for: `MINOR_FIX`, `APPROVAL`, or null. */
  readonly request: string | null;
  /** The `metadata.quick_fix_type` of the policy. */
  readonly quick_fix_type: string | null;
  readonly rule_id: string;
  readonly priority: string;
  readonly handler: string;
  readonly violation: { readonly location: string; readonly message: string; readonly suggestion: string | null };
  /** The id of the audit log entry. */
  readonly log_id: string | null;
  /** The command that undoes the rollback, if there was one. */
  readonly undo: string | null;
}

/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const firstDelay = 200;

/** Sends notifications in the background. Failed notifications do not affect enforcement. */
export class Notifier implements AsyncDisposable {
  readonly #onFailure: (reason: string) => void;
  readonly #closeTimeout: number;
  readonly #pending = new Set<Promise<void>>();
  readonly #abort = new AbortController();

  /** @param onFailure called for each undelivered notification. @param closeTimeout in milliseconds. */
  constructor(onFailure: (reason: string) => void, closeTimeout = 5000) {
    this.#onFailure = onFailure;
    this.#closeTimeout = closeTimeout;
  }

  /** @param cwd the directory that the command runs in. */
  send(message: NotificationMessage, settings: NotifySettings, cwd: string): void {
    const body = JSON.stringify(message);
    const { recipient } = message;
    const route = settings.recipients?.[recipient] ?? (recipient === "QUICK_FIX_CHANNEL" ? undefined : settings);
    const { command, webhook } = route ?? {};
    if (command !== undefined && command.length > 0) {
      this.#track("the command", settings, (signal) => runCommand(command, body, cwd, signal));
    }
    if (webhook !== undefined) this.#track("the webhook", settings, (signal) => post(webhook, body, signal));
  }

  /** Waits for pending notifications, up to the timeout, and aborts the others. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#pending.size === 0) return;
    const limit = new AbortController();
    const timeout = setTimeout(this.#closeTimeout, undefined, { signal: limit.signal }).then(
      () => this.#abort.abort(),
      () => undefined,
    );
    await Promise.all(this.#pending);
    limit.abort();
    await timeout;
  }

  #track(what: string, settings: NotifySettings, attempt: (signal: AbortSignal) => Promise<Attempt>): void {
    const delivery: Promise<void> = this.#deliver(what, settings, attempt).finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  async #deliver(
    what: string,
    { timeout, retries }: NotifySettings,
    attempt: (signal: AbortSignal) => Promise<Attempt>,
  ): Promise<void> {
    let reason = "";
    for (let round = 0; round <= retries && !this.#abort.signal.aborted; round += 1) {
      const outcome = await attempt(AbortSignal.any([this.#abort.signal, AbortSignal.timeout(timeout)]));
      if (outcome === "delivered") return;
      reason = outcome.reason;
      if (outcome.isPermanent || round === retries) break;
      await setTimeout(firstDelay * 2 ** round, undefined, { signal: this.#abort.signal }).catch(() => undefined);
    }
    this.#onFailure(`${what} failed: ${reason}`);
  }
}

/** `isPermanent`: a retry would fail too. */
type Attempt = "delivered" | { readonly reason: string; readonly isPermanent: boolean };

function runCommand(
  [program = "", ...args]: readonly string[],
  body: string,
  cwd: string,
  signal: AbortSignal,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd }, (error) => {
      if (error === null) resolve("delivered");
      else resolve({ reason: signal.aborted ? "it timed out" : error.message.trim(), isPermanent: error.code === "ENOENT" });
    });
    // With its option `signal`, execFile would send SIGTERM, which a program may ignore.
    signal.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
    // The program may end without reading its input.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(body);
  });
}

async function post(url: string, body: string, signal: AbortSignal): Promise<Attempt> {
  try {
    // Only the configured address gets the notification: redirects are errors.
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
      redirect: "error",
    });
    await response.body?.cancel();
    if (response.ok) return "delivered";
    const isPermanent = response.status < 500 && response.status !== 429 && response.status !== 408;
    return { reason: `it responded with status ${response.status}`, isPermanent };
  } catch (error) {
    const { cause, message } = error as Error;
    return { reason: signal.aborted ? "it timed out" : cause instanceof Error ? cause.message : message, isPermanent: false };
  }
}
