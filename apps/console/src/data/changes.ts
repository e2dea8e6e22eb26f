import { signal } from "@preact/signals";
import { ServerError } from "@precept/client";
import { client } from "./projects.ts";
import { sessionEnded } from "./session-state.ts";

/** Increases when rules, policies or files of the project changed, so that pages load their data again. */
export const changes = signal(0);

/** Whether the page hears of changes. */
export const connection = signal<"connecting" | "live" | "interrupted">("connecting");

let following: AbortController | undefined;

/** Follows the changes of the shown project while the page is visible: a browser has few connections for a server. */
export function followChanges(): void {
  following?.abort();
  const controller = new AbortController();
  following = controller;
  void follow(controller.signal);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) following?.abort();
  else if (following !== undefined) {
    changes.value += 1;
    followChanges();
  }
});

async function follow(ended: AbortSignal): Promise<void> {
  try {
    const events = client.value.events({
      types: ["rules_changed", "violation"],
      signal: ended,
      maxDelayMs: 3000,
      onInterruption: () => {
        connection.value = "interrupted";
      },
    });
    for await (const { type } of events) {
      const isBack = connection.value === "interrupted";
      connection.value = "live";
      if (type !== "connected" || isBack) changes.value += 1;
    }
  } catch (error) {
    if (ended.aborted) return;
    connection.value = "interrupted";
    if (error instanceof ServerError && error.status === 401) sessionEnded();
  }
}
