import { signal } from "@preact/signals";
import type { LoginState } from "@precept/contract";

/** Whether the server accepts the requests of this page. */
export type Session =
  | { readonly state: "starting" }
  | { readonly state: "out"; readonly reason?: string }
  | { readonly state: "in"; readonly login: LoginState };

export const session = signal<Session>({ state: "starting" });

/** Called when the server refuses a request because the session has ended. */
export function sessionEnded(): void {
  if (session.value.state === "in") session.value = { state: "out", reason: "The session has ended." };
}
