import type { Page, Request } from "playwright-core";

/**
 * Finds in a page what a text of a project must not become: an element that loads or runs something, a character that
 * reorders or hides others, or a text from right to left that is not isolated from its neighbours.
 */
const inspector = `(() => {
  const found = [];
  const excerpt = (text) => JSON.stringify(text.slice(0, 120));
  const selectors = "img, iframe, object, embed, base, meta[http-equiv], style, foreignObject, video, audio, portal, form[action], link:not([rel=stylesheet]):not([rel=modulepreload]):not([rel=icon]), script:not([type=module]), a[href]:not([href^='#/']):not([href='#content'])";
  for (const element of document.querySelectorAll(selectors)) found.push("element " + excerpt(element.outerHTML));
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (/^on|^srcdoc$|^formaction$/i.test(name)) found.push("attribute " + excerpt(element.outerHTML));
      if (/^(?:title|aria-label|placeholder|alt)$/.test(name) && unsafe.test(value)) found.push("attribute " + name + " " + excerpt(value));
    }
  }
  if (unsafe.test(document.title)) found.push("title " + excerpt(document.title));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.closest("textarea")) continue;
    if (unsafe.test(data)) found.push("character in " + parentElement.localName + " " + excerpt(data));
    if (rightToLeft.test(data) && !parentElement.closest("bdi, pre, option, title"))
      found.push("not isolated in " + parentElement.localName + " " + excerpt(data));
  }
  return found;
})()`;

/** The characters of other texts are made visible by the pages. Newlines and tabs are in blocks of text. */
const unsafe = String.raw`/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/`;
const rightToLeft = String.raw`/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/`;

/** Watches a page for what a hostile text does if it is more than a text. */
export interface WatchedFaults {
  /** Returns what was wrong since the last call. */
  readonly take: () => Promise<readonly string[]>;
  /** Waits until the page has loaded its data. */
  readonly loaded: () => Promise<void>;
}

/** How long a page must send no request until it counts as loaded, and how long it may take, in milliseconds. */
const [quietMs, loadLimitMs] = [120, 30_000];

/** @param origin the origin to which the page may send requests. */
export function watchFaults(page: Page, origin: string): WatchedFaults {
  let found: string[] = [];
  const pending = new Set<Request>();
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => found.push(`error: ${String(error)}`));
  page.on("popup", () => found.push("a window was opened"));
  page.on("console", (message) => {
    // Browsers report each answer with another status than 200.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      found.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) found.push(`request to elsewhere: ${request.url().slice(0, 200)}`);
    if (!request.url().includes("/events")) pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return {
    async take() {
      const inPage = await page.evaluate<string[]>(
        `(() => { const unsafe = ${unsafe}, rightToLeft = ${rightToLeft}; return ${inspector}; })()`,
      );
      const all = [...found, ...inPage];
      found = [];
      return [...new Set(all)];
    },
    async loaded() {
      const until = Date.now() + loadLimitMs;
      for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; await page.waitForTimeout(20)) {
        if (pending.size > 0) quietSince = Date.now();
        if (Date.now() > until) throw new Error(`The page does not load: ${page.url().slice(0, 300)}`);
      }
    },
  };
}
