import type { LoginState } from "@precept/contract";
import { followChanges } from "./changes.ts";
import { openProjects } from "./projects.ts";
import { apiUrl } from "./server-address.ts";
import { session } from "./session-state.ts";

const address = `${apiUrl}/session`;

/** The hosts of `precept ui`, whose links have a token. */
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Finds out whether the server accepts requests. A token in the address of the page is removed: it would otherwise stay
 * in the history of the browser. It is used to log in to a server of this machine if no one is logged in. Otherwise, a
 * link could log the user in as its author.
 */
export async function startSession(): Promise<void> {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) {
    history.replaceState(null, "", "#/");
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
  const current = fetch(address);
  const isOut = await current.then(
    ({ status }) => status === 401,
    () => false,
  );
  if (token !== undefined && isOut && loopbackHosts.has(location.hostname)) await logIn(token);
  else await continueWith(current);
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
