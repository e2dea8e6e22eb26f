import { existsSync } from "node:fs";
import { chromium, firefox, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

/** Where Linux distributions install Chromium. `CHROMIUM` names another one. */
const chromiumPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where Linux distributions install Firefox. `FIREFOX` names another one. */
const firefoxPaths = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The path of Chromium. Undefined if the machine has none: tests of the console are then skipped. */
export const chromiumPath: string | undefined = findProgram(process.env["CHROMIUM"], chromiumPaths);

/** The path of Firefox. Undefined if the machine has none. */
export const firefoxPath: string | undefined = findProgram(process.env["FIREFOX"], firefoxPaths);

function findProgram(named: string | undefined, paths: readonly string[]): string | undefined {
  return [named ?? "", ...paths].find((path) => path !== "" && existsSync(path));
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? "" });
}

/** Launches Firefox as it is distributed, over WebDriver BiDi. Playwright's own protocol needs a Firefox of its own. */
export function launchFirefox(): Promise<Browser> {
  return firefox.launch({ channel: "moz-firefox", executablePath: firefoxPath ?? "" });
}

/** A page, and what the browser complained about in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of scripts, and violations of the content security policy. */
  readonly problems: string[];
}

/** Opens a page with new cookies and a new storage. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security|Trusted/i.test(message.text())) problems.push(message.text());
  });
  return { page, problems };
}
