import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openPage } from "@precept/testing/browser";
import type { Browser, Page } from "playwright-core";
import type { ServedProject } from "./served-project.ts";

/** Logs a page in by the form. */
async function logIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/console/`);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}

const rule = JSON.stringify({ name: "planted", description: "D.", content: "C.", scope: "project" });

/**
 * What a page of another origin tries against the server at `TARGET`. Each attempt returns what it got, and an empty
 * text if it got nothing.
 */
const attempts: Readonly<Record<string, string>> = {
  "read rules": `fetch(TARGET + "/api/v1/rules", { credentials: "include" }).then((answer) => answer.text())`,
  "read rules without CORS": `fetch(TARGET + "/api/v1/rules", { credentials: "include", mode: "no-cors" }).then((answer) => answer.text())`,
  "read the login": `fetch(TARGET + "/api/v1/session", { credentials: "include" }).then((answer) => answer.text())`,
  "create a rule as JSON": `fetch(TARGET + "/api/v1/rules", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: RULE }).then((answer) => answer.text())`,
  "create a rule as text": `fetch(TARGET + "/api/v1/rules", { method: "POST", credentials: "include", mode: "no-cors", headers: { "content-type": "text/plain" }, body: RULE }).then((answer) => answer.text())`,
  "create a rule as a beacon": `navigator.sendBeacon(TARGET + "/api/v1/rules", new Blob([RULE], { type: "text/plain" })) && ""`,
  "end the session": `fetch(TARGET + "/api/v1/session", { method: "DELETE", credentials: "include" }).then((answer) => answer.text())`,
  "follow events": `new Promise((resolve) => { const source = new EventSource(TARGET + "/api/v1/events", { withCredentials: true }); source.onopen = () => resolve("open"); source.onerror = () => { source.close(); resolve(""); }; })`,
  "load an answer as a script": `new Promise((resolve) => { const script = document.createElement("script"); script.src = TARGET + "/api/v1/rules"; script.onload = () => resolve("loaded"); script.onerror = () => resolve(""); document.head.append(script); })`,
  "load the program of the console": `new Promise((resolve) => { const image = new Image(); image.src = TARGET + "/console/"; image.onload = () => resolve("loaded"); image.onerror = () => resolve(""); })`,
  "frame the console": `new Promise((resolve) => { const frame = document.createElement("iframe"); frame.src = TARGET + "/console/"; frame.onload = () => { let text = ""; try { text = frame.contentWindow.length + frame.contentDocument.body.innerText; } catch {} resolve(text); }; document.body.append(frame); })`,
  "hold a window of the console": `new Promise((resolve) => { const opened = open(TARGET + "/console/"); setTimeout(() => { let text = ""; try { text = opened.closed ? "" : opened.document.body.innerText; } catch {} resolve(text); }, 400); })`,
};

/** Forms that a page of another origin sends by a navigation. */
const forms = [
  { path: "/api/v1/rules", type: "text/plain", name: rule.slice(0, -1) + ',"x":"', value: '"}' },
  { path: "/api/v1/rules", type: "application/x-www-form-urlencoded", name: "name", value: "planted" },
  { path: "/api/v1/session", type: "text/plain", name: '{"token":"TOKEN","x":"', value: '"}' },
] as const;

/** How many attacks {@link withstandAttacks} tries, those by links and cookies included. */
export const attackCount: number = 2 * Object.keys(attempts).length + forms.length + 2;

interface ForeignSite extends AsyncDisposable {
  readonly url: string;
}

/** Serves empty pages at another port of the same machine, whose cookies and site are those of the server. */
async function serveForeignSite(): Promise<ForeignSite> {
  const server: Server = createServer((request, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>x</title><body></body>");
    request.resume();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Attacks a user who is logged in: from a page of another origin, with links, and with cookies. @returns what an attacker
 * reached.
 */
export async function withstandAttacks(browser: Browser, served: ServedProject): Promise<readonly string[]> {
  const failures: string[] = [];
  const { url } = served;
  const [victim, attacker] = [
    await served.addToken({ user: "ada", role: "editor" }),
    await served.addToken({ user: "eve", role: "editor" }),
  ];
  await using site = await serveForeignSite();
  const { page } = await openPage(browser);
  const context = page.context();
  await logInWhenKnown(page, url, victim.token);

  const foreign = await context.newPage();
  for (const target of [url, url.replace("127.0.0.1", "localhost")]) {
    await foreign.goto(site.url);
    for (const [name, script] of Object.entries(attempts)) {
      const got = await foreign.evaluate<string>(
        `(async () => { const TARGET = ${JSON.stringify(target)}, RULE = ${JSON.stringify(rule)}; try { return String(await ${script}); } catch { return ""; } })()`,
      );
      if (got !== "") failures.push(`a page of another origin could ${name}: ${got.slice(0, 200)}`);
    }
  }
  for (const form of forms) {
    await foreign.goto(site.url);
    const { path, type, name, value } = { ...form, name: form.name.replace("TOKEN", attacker.token) };
    await foreign.evaluate(`(() => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: ${JSON.stringify(url + path)}, enctype: ${JSON.stringify(type)} });
      const input = Object.assign(document.createElement("input"), { name: ${JSON.stringify(name)}, value: ${JSON.stringify(value)} });
      form.append(input); document.body.append(form); setTimeout(() => form.submit());
    })()`);
    await foreign.waitForURL((address) => address.origin === url);
  }

  // A link of an attacker must not log the user in as the attacker.
  await foreign.goto(`${url}/console/#token=${attacker.token}`);
  await foreign.getByText("Log out").waitFor();
  await expectUser(foreign, "ada", "a link with a token", failures);
  if (foreign.url().includes("token")) failures.push("the address keeps the token");

  // A cookie of another port or path must not replace the session.
  const own = (await context.cookies()).find(({ name }) => name.startsWith("precept-session-"));
  const eve = await openPage(browser);
  await logInWhenKnown(eve.page, url, attacker.token);
  const ofEve = (await eve.page.context().cookies())[0]?.value ?? "";
  await foreign.goto(site.url);
  await foreign.evaluate(`document.cookie = ${JSON.stringify(`${own?.name}=${ofEve}; path=/api/v1`)}`);
  await foreign.evaluate(`document.cookie = ${JSON.stringify(`${own?.name}=${ofEve}; path=/`)}`);
  const answer = await page.evaluate<string>(`fetch("/api/v1/session").then((answer) => answer.text())`);
  if (answer.includes("eve")) failures.push(`a cookie of another port replaced the session: ${answer}`);

  const rules = await served.workspace.list();
  if (rules.some(({ name }) => name === "planted")) failures.push("an attacker created a rule");
  failures.push(...(await findLeaks(page, served, [victim.token, attacker.token, own?.value ?? "", ofEve])));
  await Promise.all([context.close(), eve.page.context().close()]);
  return failures;
}

/** Logs in with a token that the server may not yet know. */
export async function logInWhenKnown(page: Page, url: string, token: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`${url}/api/v1/session`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
    if (answer?.status === 200) break;
    await page.waitForTimeout(50);
  }
  await logIn(page, url, token);
}

async function expectUser(page: Page, user: string, attack: string, failures: string[]): Promise<void> {
  const answer = await page.evaluate<string>(`fetch("/api/v1/session").then((answer) => answer.text())`);
  if (!answer.includes(`"${user}"`)) failures.push(`${attack} changed the user: ${answer}`);
}

/** Finds secrets in what others may see: the log, addresses, storage, and what scripts can read. */
async function findLeaks(page: Page, served: ServedProject, secrets: readonly string[]): Promise<readonly string[]> {
  const prompt = "a-private-prompt";
  await page.goto(`${served.url}/console/#/explain?prompt=${prompt}`);
  await page.waitForTimeout(200);
  const inPage = await page.evaluate<string>(
    `[location.href, document.cookie, document.referrer, JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state), document.documentElement.outerHTML].join("\\n")`,
  );
  const visible = { "the log": served.log(), "what scripts of the page can read": inPage };
  return Object.entries(visible).flatMap(([where, text]) => {
    const found = secrets
      .filter((secret) => secret !== "" && text.includes(secret))
      .map(() => `${where} contains a token or the id of a session`);
    return where === "the log" && text.includes(prompt) ? [...found, "the log contains a prompt"] : found;
  });
}
