import type { Workspace } from "@precept/workspace";
import { messageOf } from "@precept/files";
import type { ChannelSource, Publish } from "./channel.ts";
import { toLoggedViolation } from "./violation-events.ts";

/** Publishes all violations that any program writes to the audit log of a project. */
export function followViolations(workspace: Workspace, publish: Publish, fail: (reason: string) => void): ChannelSource {
  const stop = new AbortController();
  const ended = (error: unknown): void => {
    if (!stop.signal.aborted) fail(`the audit log could not be read: ${messageOf(error)}`);
  };
  const start = async (): Promise<void> => {
    const { violations } = await workspace.policies.auditLog();
    stop.signal.throwIfAborted();
    const entries = await violations.follow({ signal: stop.signal });
    const unsubscribe = workspace.subscribe(({ config }) => {
      if (config !== undefined) void failIfMoved(violations.path);
    });
    stop.signal.addEventListener("abort", unsubscribe, { once: true });
    void (async () => {
      for await (const entry of entries) publish("violation", toLoggedViolation(entry));
    })().catch(ended);
  };
  const failIfMoved = async (path: string): Promise<void> => {
    try {
      const { violations } = await workspace.policies.auditLog();
      if (violations.path !== path && !stop.signal.aborted) fail("the audit log was moved");
    } catch (error) {
      ended(error);
    }
  };
  return { ready: start(), close: () => stop.abort() };
}
