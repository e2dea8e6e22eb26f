import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callbackPath, createServer, listen } from "@precept/server";
import { createTokenAuthenticator } from "@precept/server/tokens";
import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import { freePort } from "@precept/testing/free-port";
import { builtConsole } from "@precept/testing/program";
import { openWorkspace } from "@precept/workspace";
import { Provider } from "oidc-provider";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The groups of the users of the provider. */
const groupsOf: Readonly<Record<string, readonly string[]>> = { ada: ["staff", "owners"], bob: ["staff"], eve: ["guests"] };

const client = { client_id: "precept", client_secret: "a-secret-that-is-long-enough" };

/** Starts a provider, in which each user has any password. */
async function startProvider(port: number, url: string): Promise<Server> {
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ ...client, redirect_uris: [url + callbackPath], post_logout_redirect_uris: [`${url}/console/`] }],
    scopes: ["openid", "profile", "groups"],
    claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, groups: [...(groupsOf[id] ?? [])] }),
    }),
    cookies: { keys: ["one"] },
  });
  const server = createHttpServer((request, response) => void provider.callback()(request, response)).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

describe.skipIf(chromiumPath === undefined)("a login with OpenID Connect in Chromium", { tags: "slow" }, () => {
  let browser: Browser;
  let url: string;
  /** The path of a rule that waits for a person. */
  let proposed: string;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const [port, providerPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    const provider = await startProvider(providerPort, url);
    const dir = await mkdtemp(join(tmpdir(), "precept-login-"));
    await mkdir(join(dir, "shop/.precept/rules"), { recursive: true });
    await writeFile(join(dir, "shop/.precept/rules/money.md"), "---\nname: money\ndescription: Money.\n---\nCents.\n");
    proposed = join(dir, "shop/.precept/rules/rounding.md");
    await writeFile(proposed, "---\nname: rounding\ndescription: Rounding.\npending: true\n---\nRound half to even.\n");
    const workspace = await openWorkspace(join(dir, "shop"), { home: join(dir, "home"), userDirs: "writable" });
    const authenticator = await createTokenAuthenticator({ path: join(dir, "tokens.json") });
    const oidc = {
      issuer: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      url,
      scopes: ["openid", "profile", "groups"],
      roles: { reader: ["staff"], admin: ["owners"] },
    };
    const server = createServer({ workspace, authenticator, oidc, consoleFile: builtConsole() });
    const listening = await listen(server, { host: "127.0.0.1", port, graceMs: 0 });
    browser = await launchChromium();
    cleanups.push(
      () => browser.close(),
      () => listening.close(),
      () => server[Symbol.asyncDispose](),
      () => authenticator[Symbol.asyncDispose](),
      () => workspace[Symbol.asyncDispose](),
      () => provider.closeAllConnections(),
      () => provider.close(),
      () => rm(dir, { recursive: true, force: true }),
    );
  });

  afterAll(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  /** Logs in at the provider. @param hash the page of the console that the user opens. */
  async function logIn(page: Page, user: string, hash = ""): Promise<void> {
    await page.goto(`${url}/console/${hash}`);
    await page.getByRole("link", { name: "Log in with 127.0.0.1" }).click();
    await page.locator("[name=login]").fill(user);
    await page.locator("[name=password]").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  it("returns an admin to the page that was opened, and logs out at both", async () => {
    const { page, problems } = await openPage(browser);
    await logIn(page, "ada", "#/rules?rule=project:.precept/rules/money.md");
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(await page.locator(".who").textContent()).toBe("ada admin");
    expect(page.url()).toBe(`${url}/console/#/rules?rule=project:.precept/rules/money.md`);
    await page.reload();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await page.getByRole("link", { name: "Log in with 127.0.0.1" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("lets an admin approve a rule that waits, which then applies", async () => {
    const { page } = await openPage(browser);
    await logIn(page, "ada", "#/review");
    await page.getByRole("option", { name: "rounding" }).click();
    await page.getByText("Round half to even.").first().waitFor();
    await page.getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => readFile(proposed, "utf8")).not.toContain("pending");
    await page.goto(`${url}/console/#/explain`);
    await page.getByRole("link", { name: "rounding", exact: true }).waitFor();
    await page.context().close();
  });

  it("shows a reader nothing that only others may do", async () => {
    const { page } = await openPage(browser);
    await logIn(page, "bob", "#/rules?rule=project:.precept/rules/money.md");
    await page.getByRole("region", { name: "Text of money" }).waitFor();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    expect(await page.getByRole("navigation").getByText("Sessions").count()).toBe(0);
    await page.context().close();
  });

  it("says that a user without a role may not log in", async () => {
    const { page } = await openPage(browser);
    await logIn(page, "eve");
    await page.getByText("No group of your account may use this server.").waitFor();
    expect(page.url()).toBe(`${url}/console/#/`);
    await page.context().close();
  });
});
