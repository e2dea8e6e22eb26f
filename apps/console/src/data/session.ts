import type { EndedSession, LoginProblem, LoginState } from "@precept/contract";
import { loginProblems } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import { followChanges } from "./changes.ts";
import { openProjects } from "./projects.ts";
import { apiUrl } from "./server-address.ts";
import { session } from "./session-state.ts";

const address = `${apiUrl}/session`;

/** The hosts of `precept ui`, whose links have a token. */
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Where the page of the user is kept during a login at a provider, which sends the browser back without it. */
const pageKey = "precept-page";

/** Keeps the page of the user until the browser is back from a provider. */
export function rememberPage(): void {
  sessionStorage.setItem(pageKey, location.hash);
}

/**
 * Finds out whether the server accepts requests. What the address of the page says about a login is removed from it: a token
 * would otherwise stay in the history of the browser. A token is used to log in to a server of this machine if no one is logged
 * in. Otherwise, a link could log the user in as its author.
 */
export async function startSession(): Promise<void> {
  const [, token, problem] = /^#(?:token=([\w-]+)|login=(\w+))$/.exec(location.hash) ?? [];
  const page = sessionStorage.getItem(pageKey);
  if (token !== undefined || problem !== undefined) moveTo("#/");
  const current = fetch(address);
  const isOut = await current.then(
    ({ status }) => status === 401,
    () => false,
  );
  if (token !== undefined && isOut && loopbackHosts.has(location.hostname)) return logIn(token);
  if (!isOut) sessionStorage.removeItem(pageKey);
  if (!isOut && page !== null && location.hash === "") moveTo(page);
  await continueWith(
    current,
    undefined,
    loginProblems.find((one) => one === problem),
  );
}

function moveTo(hash: string): void {
  history.replaceState(null, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Exchanges a token for a session. */
export async function logIn(token: string): Promise<void> {
  await continueWith(
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) }),
    "The server does not accept this token. A link works once: run `precept ui` again for a new one.",
  );
}

/** Ends the session, and the session at the provider if the user logged in there. */
export async function logOut(): Promise<void> {
  const response = await fetch(address, { method: "DELETE" });
  session.value = { state: "out" };
  const { logout_url: provider } = response.ok ? ((await response.json()) as EndedSession) : { logout_url: null };
  if (provider !== null) location.assign(provider);
}

async function continueWith(answer: Promise<Response>, refusal?: string, loginProblem?: LoginProblem): Promise<void> {
  try {
    const response = await answer;
    if (response.ok) {
      const login = (await response.json()) as LoginState;
      await openProjects();
      session.value = { state: "in", login };
      followChanges();
    } else if (response.status === 401) {
      session.value = { state: "out", ...withoutUndefined({ reason: refusal, loginProblem }) };
    } else {
      const { detail } = (await response.json()) as { readonly detail?: string };
      session.value = { state: "out", reason: detail ?? `The server answered with ${response.status}.` };
    }
  } catch {
    session.value = { state: "out", reason: "The server cannot be reached." };
  }
}
