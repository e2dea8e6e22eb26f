import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import type { Browser, CDPSession, Page } from "playwright-core";
import { generateProject, type GeneratedProject, type ProjectSize } from "../../../trials/src/console/generate-project.ts";
import { serveProject, type ServedProject } from "../../../trials/src/console/served-project.ts";
import { median } from "../measure.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";

const size: ProjectSize = {
  rules: 10_000,
  files: 190_000,
  // All directories can be opened, from the last one on, without scrolling past files.
  pathOf: (number) => `area-${number % 40}/cart-${number % 7}-part-${number}.${extensions[number % extensions.length]}`,
};
const extensions = ["ts", "tsx", "py", "go", "css"];
const [views, scrolls] = [15, 120];
/** An event every three seconds for an hour, in a minute. */
const [events, eventMs] = [1200, 50];
const typed = [
  "packages/cart-3/src/api/part-7241.ts",
  "packages/login-1/test/part-902.py",
  "fix the cart, use @cart-12",
] as const;

/** What a bench of the console needs. Its pages are compared with an empty page of another server. */
interface Bench {
  readonly browser: Browser;
  readonly project: GeneratedProject;
  readonly served: ServedProject;
  readonly emptyUrl: string;
}

/** Measures the console in Chromium over 10,000 rules and 200,000 files, beside an empty page. */
export async function benchConsole(): Promise<readonly Row[]> {
  if (chromiumPath === undefined) {
    return [
      { bench: "console", what: "the console in Chromium", precept: "", baseline: "", against: "", skipped: "no Chromium" },
    ];
  }
  await using project = await generateProject(1, size);
  await using served = await serveProject(project, false);
  await using empty = await serveEmptyPage();
  const browser = await launchChromium();
  try {
    const bench = { browser, project, served, emptyUrl: empty.url };
    return [
      await benchFirstView(bench),
      ...(await benchTyping(bench)),
      ...(await benchScrolling(bench)),
      await benchMemory(bench),
    ];
  } finally {
    await browser.close();
  }
}

async function serveEmptyPage(): Promise<AsyncDisposable & { readonly url: string }> {
  const html =
    "<!doctype html><title>Empty</title><main><input><div style='height:300px;overflow:auto'><div style='height:5000000px'>x</div></div></main>";
  const server: Server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(html));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** From the address until the page shows an answer, with an empty cache. */
async function benchFirstView({ browser, served, emptyUrl }: Bench): Promise<Row> {
  const timeOf = async (url: string, shown: string): Promise<number> => {
    const { page } = await openPage(browser);
    const start = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(shown).first().waitFor();
    const time = performance.now() - start;
    await page.context().close();
    return time;
  };
  const [own, empty]: [number[], number[]] = [[], []];
  for (let at = 0; at <= views; at += 1) {
    empty.push(await timeOf(emptyUrl, "main"));
    own.push(await timeOf(`${served.url}/console/`, ".applied"));
  }
  return toRow("first view of Explain, 10,000 rules (median)", median(own.slice(1)), median(empty.slice(1)));
}

/** Records for each key how long it takes until the page shows what it changed, and the long tasks. */
const recorder = `(() => {
  const record = globalThis.record = { keys: [], longTasks: [], pending: 0 };
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) record.longTasks.push(duration); }).observe({ type: "longtask" });
  let typedAt, drawnAt;
  // After the next frame, which has what the page changed.
  record.drawn = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(0));
  });
  const note = async () => { drawnAt = await record.drawn(); };
  addEventListener("input", ({ timeStamp }) => { typedAt = timeStamp; note(); }, true);
  const send = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const isAnswer = String(args[0]?.url ?? args[0]).endsWith("/resolve");
    if (isAnswer) record.pending += 1;
    try { return await send(...args); } finally { if (isAnswer) record.pending -= 1; }
  };
  const start = () => new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  if (document.body) start(); else addEventListener("DOMContentLoaded", start);
  record.wait = async () => {
    do { await new Promise((resolve) => setTimeout(resolve, 1)); } while (record.pending > 0);
    // The answer is read and drawn in the tasks after its response.
    await new Promise((resolve) => setTimeout(resolve, 60));
    await record.drawn();
    record.keys.push(drawnAt - typedAt);
  };
})()`;

async function typeTexts(page: Page, fields: readonly string[]): Promise<readonly number[]> {
  for (const [at, text] of typed.entries()) {
    const field = page.locator(fields[at % fields.length] ?? "input").first();
    await field.fill("");
    await field.focus();
    for (const character of text) {
      await page.keyboard.type(character);
      await page.evaluate("record.wait()");
    }
  }
  return page.evaluate<number[]>("record.keys");
}

/** From a key until the page shows the new answer. */
async function benchTyping({ browser, served, emptyUrl }: Bench): Promise<readonly Row[]> {
  const [own, empty] = [await openPage(browser), await openPage(browser)];
  for (const { page } of [own, empty]) await page.addInitScript(recorder);
  await own.page.goto(`${served.url}/console/`);
  await own.page.locator(".applied").waitFor();
  await empty.page.goto(emptyUrl);
  const session = await own.page.context().newCDPSession(own.page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = { page: await taskTimeOf(session), server: process.cpuUsage() };
  const ownKeys = await typeTexts(own.page, ["#file", "#file", "#prompt"]);
  const used = process.cpuUsage(before.server);
  const times = { page: (await taskTimeOf(session)) - before.page, server: (used.user + used.system) / 1000 };
  const keys = { own: ownKeys, empty: await typeTexts(empty.page, ["input"]) };
  const longTasks = await own.page.evaluate<number[]>("record.longTasks");
  await Promise.all([own.page.context().close(), empty.page.context().close()]);
  const [p50, p95] = [percentile(keys.own, 0.5), percentile(keys.own, 0.95)];
  return [
    {
      ...toRow(
        `a key in Explain → the new answer, ${formatCount(keys.own.length)} keys (95 %)`,
        p95,
        percentile(keys.empty, 0.95),
      ),
      p95,
      goal: { kind: "p95", limit: 50 },
    },
    toRow("a key in Explain → the new answer (50 %)", p50, percentile(keys.empty, 0.5)),
    toRow("a key in Explain → the new answer (10 %)", percentile(keys.own, 0.1), percentile(keys.empty, 0.1)),
    toRow("processor time of a key, in the page", times.page / keys.own.length, 0),
    toRow("processor time of a key, in the server", times.server / keys.own.length, 0),
    toRow("longest task while typing", Math.max(0, ...longTasks), 0),
  ];
}

/** The processor time of the main thread of a page, in milliseconds. */
async function taskTimeOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

/** Scrolls through all rules, and through the files with all directories open. */
async function benchScrolling({ browser, served, emptyUrl }: Bench): Promise<readonly Row[]> {
  const { page } = await openPage(browser);
  // The server matches all files first.
  page.setDefaultTimeout(300_000);
  await page.addInitScript(recorder);
  await page.goto(`${served.url}/console/#/rules`);
  await page.locator(".virtual-row").first().waitFor();
  const rules = { count: await countRows(page), longest: await scroll(page, ".virtual-list") };
  await page.goto(`${served.url}/console/#/files`);
  await page.locator(".file-row").first().waitFor();
  const files = { count: await openDirectories(page), longest: await scroll(page, ".virtual-list") };
  await page.goto(emptyUrl);
  const empty = await scroll(page, "main > div");
  await page.context().close();
  return Object.entries({ rules, files }).map(([what, { count, longest }]) => ({
    ...toRow(`longest task while scrolling through ${formatCount(count)} rows of ${what}`, longest, empty),
    p95: longest,
    goal: { kind: "p95", limit: 50 } as const,
  }));
}

function countRows(page: Page): Promise<number> {
  return page.evaluate<number>(`Number(document.querySelector("[role=option]").ariaSetSize)`);
}

/** Opens all directories, from the last one on: rows above do not move. @returns the number of rows. */
async function openDirectories(page: Page): Promise<number> {
  await page.getByRole("listbox", { name: "Files" }).focus();
  await page.keyboard.press("End");
  for (;;) {
    const [at, isDirectory] = await page.evaluate<[number, boolean]>(`(() => {
      const row = document.querySelector("[role=option][aria-selected=true]");
      return [Number(row.ariaPosInSet), row.querySelector(".twist") !== null];
    })()`);
    if (isDirectory) await page.keyboard.press("ArrowRight");
    if (at === 1) return countRows(page);
    await page.keyboard.press("ArrowUp");
  }
}

async function scroll(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const element = document.querySelector(${JSON.stringify(selector)});
    record.longTasks.length = 0;
    for (let at = 0; at < ${scrolls}; at += 1) {
      element.scrollTop = (element.scrollHeight * at) / ${scrolls};
      await record.drawn();
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return Math.max(0, ...record.longTasks);
  })()`);
}

/** The memory of Explain while rules change, after each garbage collection. */
async function benchMemory({ browser, project, served, emptyUrl }: Bench): Promise<Row> {
  const [own, empty] = [await openPage(browser), await openPage(browser)];
  await own.page.goto(`${served.url}/console/#/explain?file=packages/cart-1/src/part-0.ts`);
  await own.page.getByText("Live").waitFor();
  await empty.page.goto(emptyUrl);
  const [ofOwn, ofEmpty] = [
    await own.page.context().newCDPSession(own.page),
    await empty.page.context().newCDPSession(empty.page),
  ];
  const path = join(project.dir, ".precept/rules/changing.md");
  const samples: number[] = [];
  for (let at = 0; at < events; at += 1) {
    await writeFile(path, `---\nname: changing\ndescription: Changes.\ninclusion: always\n---\nVersion ${at}.\n`);
    await setTimeout(eventMs);
    if (at % (events / 6) === events / 6 - 1) samples.push(await heapOf(ofOwn));
  }
  await own.page.getByText(`Version ${events - 1}.`).waitFor();
  const [first = 1, last = 1] = [samples[1], samples.at(-1)];
  const row: Row = {
    bench: "console",
    what: `memory of Explain after ${formatCount(events)} changes, against after ${formatCount(events / 3)}`,
    precept: formatBytes(last),
    baseline: `${formatBytes(first)}; ${formatBytes(await heapOf(ofEmpty))}`,
    against: "earlier; an empty page",
    ratio: last / first,
    goal: { kind: "times", limit: 1.1 },
  };
  await Promise.all([own.page.context().close(), empty.page.context().close()]);
  return row;
}

async function heapOf(session: CDPSession): Promise<number> {
  // One collection leaves what finalizers release.
  for (let at = 0; at < 3; at += 1) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function toRow(what: string, own: number, empty: number): Row {
  const ratio = empty === 0 ? {} : { ratio: own / empty };
  return { bench: "console", what, precept: formatTime(own), baseline: formatTime(empty), against: "an empty page", ...ratio };
}
