import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { planConsoleSnapshot } from "@precept/server/console";
import { builtConsole } from "@precept/testing/program";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium, openPage, type WatchedPage } from "@precept/testing/browser";
import { serveStorefront, type ServedConsole } from "./served-console.ts";

/** Each page with something that it shows for the storefront. */
const pages: Readonly<Record<string, { readonly query?: string; readonly shows: string }>> = {
  explain: { query: "file=src/cart/cart.tsx&prompt=use @security-review", shows: "requested by name: security-review" },
  sessions: { shows: "No sessions yet" },
  budget: { shows: "Largest rules" },
  files: { query: "path=src/cart/cart.tsx", shows: "react-components" },
  rules: { query: "rule=project:.precept/rules/money.md", shows: "An amount is an integer number of cents" },
  review: { shows: "to decide about" },
  policies: { query: "text=rm -rf /", shows: "Decision" },
  compare: { query: "tool=claude&tool=cursor&file=src/cart/cart.tsx", shows: "not exported" },
  moving: { query: "action=export&tool=cursor", shows: "Export: " },
  health: { shows: "Places of rule files" },
};

describe.skipIf(chromiumPath === undefined)("the console in Chromium (apt-get install chromium)", () => {
  let browser: Browser;
  let served: ServedConsole;
  let opened: WatchedPage;

  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveStorefront()]);
    opened = await openPage(browser);
    await opened.page.goto(served.link);
    await opened.page.getByText("Prompt section").first().waitFor();
  });

  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
  });

  async function visit(page: Page, id: string, query = ""): Promise<void> {
    await page.goto(`${served.url}#/${id}${query === "" ? "" : `?${query}`}`);
  }

  it("logs one browser in, and removes the token from the address", async () => {
    const { page } = opened;
    expect(page.url()).not.toContain("token");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    const other = await openPage(browser);
    await other.page.goto(served.link);
    await other.page.getByText("The server does not accept this token.").waitFor();
    await other.page.context().close();
  });

  it("shows each page, without an error of a script or of the content security policy", async () => {
    const { page, problems } = opened;
    for (const [id, { query, shows }] of Object.entries(pages)) {
      await visit(page, id, query);
      await page.getByText(shows).first().waitFor();
      expect(await page.locator("[aria-current=page]").count()).toBe(1);
    }
    expect(await page.locator("nav li").count()).toBe(Object.keys(pages).length);
    expect(problems).toEqual([]);
  });

  /** Lists what axe finds on pages, in a color scheme. */
  async function findFaults(colorScheme: "light" | "dark", ids: readonly string[]): Promise<readonly string[]> {
    const { page } = opened;
    await page.emulateMedia({ colorScheme });
    const found: string[] = [];
    for (const id of ids) {
      const { query, shows } = pages[id] ?? { shows: "" };
      await visit(page, id, query);
      await page.getByText(shows).first().waitFor();
      // Without frames of other origins, axe needs no second page.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      // Only the colors differ between the schemes.
      const { violations } = await (colorScheme === "light" ? axe : axe.withRules("color-contrast")).analyze();
      found.push(...violations.map(({ id: rule, nodes }) => `${id} ${rule}: ${nodes.map(({ html }) => html).join(" ")}`));
    }
    await page.emulateMedia({ colorScheme: null });
    return found;
  }

  it("has no fault that axe finds on the first page", async () => {
    expect(await findFaults("light", ["explain"])).toEqual([]);
  });

  it("has no fault that axe finds on any page, in either color scheme", { tags: "slow" }, async () => {
    expect(await findFaults("light", Object.keys(pages))).toEqual([]);
    expect(await findFaults("dark", Object.keys(pages))).toEqual([]);
  });

  it("explains what the user types, and has the request in its address", async () => {
    const { page } = opened;
    await visit(page, "explain");
    await page.getByLabel("Files").fill("src/cart/cart.tsx");
    await page.getByRole("textbox", { name: "Prompt" }).fill("use @security-review");
    await page.getByText("requested by name: security-review").waitFor();
    // The browser reports a changed address later than the page shows it.
    await expect.poll(() => page.url()).toContain("#/explain?file=src/cart/cart.tsx&prompt=use");
    await page.getByRole("link", { name: "money" }).first().click();
    await page.getByRole("region", { name: "Text of money" }).waitFor();
  });

  it("shows what `POST /resolve` answers", async () => {
    const { page } = opened;
    await visit(page, "explain", "file=src/cart/cart.tsx");
    await page.getByText("file pattern matched").first().waitFor();
    const { applied } = await served.workspace.resolve({ files: ["src/cart/cart.tsx"] }, { countUse: false });
    await expect.poll(() => page.locator(".applied a.rule").allTextContents()).toEqual(applied.map(({ rule }) => rule.name));
  });

  it("shows a file that was edited on disk, without a reload", async () => {
    const { page } = opened;
    await visit(page, "explain", "file=src/cart/cart.tsx");
    await page.getByText("Live").waitFor();
    const path = join(served.dir, ".precept/rules/money.md");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("priority: 80", "priority: 81"));
    await page.getByText("priority 81").waitFor();
    await writeFile(path, text);
    await page.getByText("priority 80").waitFor();
    expect(await page.getByText("priority 81").count()).toBe(0);
  });

  it("edits a rule, with its problems while the user types, and does not overwrite a newer revision", async () => {
    const { page } = opened;
    await visit(page, "rules", "rule=project:.precept/rules/house-rules.md");
    await page.getByRole("button", { name: "Edit" }).click();
    const description = page.getByLabel("Description");
    await description.fill(" ");
    await page.getByRole("list", { name: "Problems" }).getByRole("listitem").first().waitFor();
    await description.fill("What no change may do.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("What no change may do.").waitFor();
    const path = join(served.dir, ".precept/rules/house-rules.md");
    expect(await readFile(path, "utf8")).toContain("What no change may do.");
    await page.getByRole("button", { name: "Edit" }).click();
    await writeFile(path, (await readFile(path, "utf8")).replace("What no change may do.", "Changed by another client."));
    await served.workspace.reload();
    await page.getByRole("region", { name: "Other version" }).getByText("The text is the same").waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    expect(await readFile(path, "utf8")).toContain("Changed by another client.");
  });

  it("is used by the keyboard alone", async () => {
    const { page } = opened;
    await visit(page, "rules");
    await page.getByRole("listbox", { name: "Rules" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("money");
    await expect.poll(() => page.locator(".virtual-row").count()).toBe(1);
    for (let at = 0; at < 4; at += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("region", { name: "Text of money" }).waitFor();
  });

  it("fits a narrow window", async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [id, { query, shows }] of Object.entries(pages)) {
      await visit(page, id, query);
      await page.getByText(shows).first().waitFor();
      expect([id, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([id, 320]);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("shows a snapshot without a server, which answers as the server does", async () => {
    const { page, problems } = await openPage(browser);
    // The personal overlay replaces a rule of the project, which a snapshot has.
    await rm(join(served.dir, ".precept/local"), { recursive: true });
    await served.workspace.reload();
    const { render, snapshot, personal } = await planConsoleSnapshot(served.workspace, builtConsole());
    expect(snapshot.rules.every(({ scope, origin }) => scope === "project" && origin.overlay !== true)).toBe(true);
    expect(personal).toBeGreaterThan(0);
    const path = join(served.dir, "snapshot.html");
    await writeFile(path, await render());
    const file = pathToFileURL(path).href;
    for (const id of ["budget", "files", "rules", "explain"]) {
      const { query = "", shows } = pages[id] ?? { shows: "" };
      await page.goto(`${file}#/${id}?${query}`);
      await page.getByText(shows).first().waitFor();
    }
    const { applied } = await served.workspace.resolve(
      { files: ["src/cart/cart.tsx"], prompt: "use @security-review" },
      { countUse: false },
    );
    const ids = new Set(snapshot.rules.map(({ id }) => id));
    const expected = applied.filter(({ rule }) => ids.has(rule.id)).map(({ rule }) => rule.name);
    expect(await page.locator(".applied a.rule").allTextContents()).toEqual(expected);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("shows hostile texts as texts", async () => {
    const { page, problems } = opened;
    const html =
      "<img src=x onerror=alert(1)><svg onload=alert(2)></svg></script><script>alert(3)</script>[x](javascript:alert(4))\u202e";
    const rule = `---\nname: hostile\ndescription: ${JSON.stringify(html)}\n---\n${html}\n`;
    await writeFile(join(served.dir, ".precept/rules/hostile.md"), rule);
    page.once("dialog", (dialog) => problems.push(dialog.message()));
    await visit(page, "explain", "rule=project:.precept/rules/hostile.md");
    await page.getByRole("region", { name: "Text of hostile" }).waitFor();
    expect(await page.getByRole("region", { name: "Text of hostile" }).textContent()).toContain("alert(4))\\u202e");
    await visit(page, "rules", `rule=project:.precept/rules/hostile.md&q=${encodeURIComponent(html)}`);
    await page.getByText("0 rules").waitFor();
    const { render } = await planConsoleSnapshot(served.workspace, builtConsole());
    const path = join(served.dir, "hostile.html");
    await writeFile(path, await render());
    await page.goto(`${pathToFileURL(path).href}#/rules?rule=project:.precept/rules/hostile.md`);
    await page.getByRole("region", { name: "Text of hostile" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("has a first view of at most 120 kB, compressed, without the editor", async () => {
    const { files, snapshot } = JSON.parse(await readFile(builtConsole(), "utf8")) as {
      readonly files: Readonly<Record<string, { readonly text: string }>>;
      readonly snapshot: string;
    };
    const page = files["index.html"]?.text ?? "";
    const isFirst = (name: string): boolean => name === "index.html" || page.includes(name);
    const [first, later] = [true, false].map((wanted) => Object.entries(files).filter(([name]) => isFirst(name) === wanted));
    const sizes = first?.map(([, { text }]) => gzipSync(text).length) ?? [];
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000);
    const hasEditor = (text: string): boolean => text.includes("cm-scroller");
    expect(later?.some(([, { text }]) => hasEditor(text))).toBe(true);
    expect([...(first?.map(([, { text }]) => text) ?? []), snapshot].some(hasEditor)).toBe(false);
  });

  it("logs out", async () => {
    const { page } = opened;
    await visit(page, "explain");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Token").waitFor();
    const response = await page.request.get(new URL("../api/v1/rules", served.url).href);
    expect(response.status()).toBe(401);
  });
});
