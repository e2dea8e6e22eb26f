import type { LoginState } from "@precept/contract";
import { followChanges } from "./changes.ts";
import { openProjects } from "./projects.ts";
import { apiUrl } from "./server-address.ts";
import { session } from "./session-state.ts";

const address = `${apiUrl}/session`;

/**
 * Finds out whether the server accepts requests. If the address of the page has a token, it is used to log in, and
 * removed: it would otherwise stay in the history of the browser.
 */
export async function startSession(): Promise<void> {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return continueWith(fetch(address));
  history.replaceState(null, "", "#/");
  dispatchEvent(new HashChangeEvent("hashchange"));
  await logIn(token);
}

/** Exchanges a token for a session. */
export async function logIn(token: string): Promise<void> {
  await continueWith(
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) }),
    "The server does not accept this token. A link works once: run `precept ui` again for a new one.",
  );
}

export async function logOut(): Promise<void> {
  await fetch(address, { method: "DELETE" });
  session.value = { state: "out" };
}

async function continueWith(answer: Promise<Response>, refusal?: string): Promise<void> {
  try {
    const response = await answer;
    if (response.ok) {
      const login = (await response.json()) as LoginState;
      await openProjects();
      session.value = { state: "in", login };
      followChanges();
    } else if (response.status === 401) {
      session.value = { state: "out", ...(refusal !== undefined && { reason: refusal }) };
    } else {
      const { detail } = (await response.json()) as { readonly detail?: string };
      session.value = { state: "out", reason: detail ?? `The server answered with ${response.status}.` };
    }
  } catch {
    session.value = { state: "out", reason: "The server cannot be reached." };
  }
}
