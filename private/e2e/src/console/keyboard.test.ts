import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { press, reach, walkPage } from "./keyboard.ts";
import { recordActivity } from "./record-activity.ts";
import { serveStorefront, type ServedConsole } from "./served-console.ts";

/** A page that is used by keyboard. */
interface KeyboardVisit {
  readonly query?: string;
  /** A text that is there when the page has loaded. */
  readonly shows: string;
  /** Uses the page, from the beginning of its address on. */
  readonly use: (page: Page, served: ServedConsole) => Promise<void>;
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const textOf = ({ dir }: ServedConsole, path: string) => readFile(join(dir, path), "utf8");

/** What a user does on each page, with keys alone. */
const visits: Readonly<Record<string, KeyboardVisit>> = {
  explain: {
    shows: "Prompt section",
    async use(page) {
      await reach(page, page.getByLabel("Files"));
      await page.keyboard.type("src/cart/cart.tsx");
      await page.getByText("file pattern matched").first().waitFor();
      await press(page, page.getByRole("link", { name: "money" }));
      await section(page, "Text of money").waitFor();
      await press(page, page.getByRole("button", { name: "Close" }));
      await section(page, "Prompt section").first().waitFor();
    },
  },
  sessions: {
    shows: "Sessions",
    async use(page) {
      await press(page, page.getByRole("link", { name: "session-of-a-test" }));
      await section(page, "Timeline").getByText("src/cart/cart.tsx").first().waitFor();
      await section(page, "Timeline").getByText("changes").first().waitFor();
      await section(page, "Timeline").getByText("checked.check").first().waitFor();
      await section(page, "Adherence").getByText("followed on 0 % of 1 occasion").waitFor();
    },
  },
  budget: {
    shows: "Largest rules",
    async use(page) {
      await press(page, page.getByRole("link", { name: "column-catalogue" }));
      await section(page, "Text of column-catalogue").waitFor();
      await page.goBack();
      await section(page, "Largest rules").waitFor();
    },
  },
  files: {
    shows: "sets of rules",
    async use(page) {
      await reach(page, page.getByRole("listbox", { name: "Files" }));
      await page.keyboard.press("End");
      await page.keyboard.press("Home");
      await page.getByRole("option", { selected: true }).getByText(".cursor/").waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.getByRole("option", { name: "accessibility.mdc" }).waitFor({ state: "detached" });
      await page.keyboard.press("ArrowRight");
      await page.getByRole("option", { name: "accessibility.mdc" }).waitFor();
      await page.goto(page.url().replace(/#.*/, "#/files?path=src/cart/cart.tsx"));
      await press(page, page.getByRole("button", { name: "src/cart/**" }));
      await page.getByText("matches 3 files").waitFor();
      await page.evaluate("document.activeElement.blur()");
      await press(page, page.getByRole("checkbox", { name: "Show only these" }), "Space");
      await page.getByText("3 files of ").waitFor();
    },
  },
  rules: {
    shows: "29 rules",
    async use(page, served) {
      await reach(page, page.getByRole("listbox", { name: "Rules" }));
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
      await section(page, "Text of accessibility").waitFor();
      await reach(page, page.getByLabel("Search rules"));
      await page.keyboard.type("money");
      await reach(page, page.getByRole("listbox", { name: "Rules" }));
      await page.keyboard.press("Home");
      await section(page, "Text of money").waitFor();
      await press(page, page.getByRole("button", { name: "Edit" }));
      await reach(page, page.getByLabel("Description"));
      await page.keyboard.press("End");
      await page.keyboard.type(" By keyboard.");
      await press(page, page.getByRole("button", { name: "Save", exact: true }));
      await expect.poll(() => textOf(served, ".precept/rules/money.md")).toContain("By keyboard.");
      await page.getByText("By keyboard.").first().waitFor();
    },
  },
  review: {
    shows: "2 rules to decide about",
    async use(page, served) {
      await reach(page, page.getByRole("listbox", { name: "Rules to decide about" }));
      await page.keyboard.press("a");
      await page.getByText("Accepted: ").waitFor();
      await press(page, page.getByRole("button", { name: "Reject" }));
      await page.getByText("Nothing to review.").waitFor();
      expect(await textOf(served, ".precept/rules/first.md")).not.toContain("pending");
      expect(await textOf(served, ".precept/rules/second.md")).toContain("enabled: false");
    },
  },
  policies: {
    shows: "NO-BAD",
    async use(page, served) {
      await reach(page, page.getByRole("textbox").first());
      await page.keyboard.type("bad");
      await page.getByText("Decision: ").waitFor();
      await press(page, page.locator("summary").filter({ hasText: "NO-BAD" }));
      await press(page, page.getByRole("button", { name: "Edit" }));
      await reach(page, page.locator(".code-editor"));
      await page.keyboard.press("Control+End");
      await page.keyboard.type("# By keyboard.");
      // Tab leaves the editor.
      await press(page, page.getByRole("button", { name: "Save in the project" }));
      await page.getByText("Saved: NO-BAD").waitFor();
      expect(await textOf(served, ".precept/policies/no-bad.yaml")).toMatch(/^# Why: it is bad\.\n[^]*# By keyboard\.$/m);
      await reach(page, page.getByLabel("Kind of entries"));
      await page.keyboard.type("Changes");
      await page.getByRole("list", { name: "Entries of the audit log" }).getByText("NO-BAD").first().waitFor();
    },
  },
  compare: {
    query: "tool=claude",
    shows: "not exported",
    async use(page) {
      await reach(page, page.getByLabel("Tools, separated by commas"));
      await page.keyboard.press("End");
      await page.keyboard.type(", cursor");
      await page.keyboard.press("Enter");
      await page.getByRole("columnheader", { name: "cursor" }).waitFor();
      await reach(page, section(page, "Comparison of tools"));
    },
  },
  moving: {
    query: "action=import",
    shows: "Import",
    async use(page, served) {
      await press(page, page.getByRole("link", { name: "Export" }));
      await reach(page, page.getByLabel("Tools, separated by commas"));
      await page.keyboard.type("cursor");
      await page.keyboard.press("Enter");
      await press(page, page.locator("summary").filter({ hasText: ".cursor/rules/testing.mdc" }));
      await page.getByRole("region", { name: "Changes" }).first().waitFor();
      await press(page, page.getByRole("checkbox", { name: "cannot express exactly" }), "Space");
      await page.getByText(".cursor/rules/money.mdc").first().waitFor();
      await press(page, page.getByRole("button", { name: "Export: " }));
      await page.getByText("Done: ").waitFor();
      expect(await textOf(served, ".cursor/rules/money.mdc")).toContain("An amount is an integer");
      await page.evaluate("document.activeElement.blur()");
      await press(page, page.getByRole("link", { name: "Revert" }).first());
      await press(page, page.getByRole("checkbox", { name: "Delete" }), "Space");
      await press(page, page.getByRole("button", { name: "Revert: " }));
      await page.getByText("no files that can be reverted").waitFor();
    },
  },
  health: {
    shows: "Places of rule files",
    async use(page) {
      await press(page, page.locator("summary").filter({ hasText: "Show all" }));
      await section(page, "Places of rule files").getByText(".precept/rules").first().waitFor();
      await reach(page, page.getByRole("region", { name: "Settings in effect" }));
      // Requests appear without a change of files.
      await page.request.post(new URL("../api/v1/resolve", page.url()).href, {
        data: { files: ["by/keyboard.ts"] },
        headers: { origin: new URL(page.url()).origin },
      });
      await press(page, page.getByRole("link", { name: "by/keyboard.ts" }));
      await page.getByText("Prompt section").first().waitFor();
      await page.goBack();
      await page.getByText("Places of rule files").waitFor();
    },
  },
};

describe.skipIf(chromiumPath === undefined)("each page of the console, by keyboard", { tags: "slow", timeout: 120_000 }, () => {
  let browser: Browser;
  let served: ServedConsole;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveStorefront()]);
    await recordActivity(served);
    ({ page, problems } = await openPage(browser));
    await page.goto(served.link);
    await page.getByText("Prompt section").first().waitFor();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
  });

  const visit = async (id: string): Promise<void> => {
    const { query = "", shows } = visits[id] ?? { shows: "" };
    await page.goto("about:blank");
    await page.goto(`${served.url}#/${id}?${query}`);
    await page.getByText(shows).first().waitFor();
  };

  it("begins with a link that skips the menu", async () => {
    await visit("rules");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
  });

  it.each(Object.entries(visits))("%s can be used, and marks what has the focus", async (id, { use }) => {
    await visit(id);
    const { reached, reachable, faults } = await walkPage(page);
    expect(faults).toEqual([]);
    expect(reached).toHaveLength(reachable);
    await visit(id);
    await use(page, served);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 860 });
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        const found = violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(" ")}`);
        expect([colorScheme, width, found]).toEqual([colorScheme, width, []]);
      }
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(problems).toEqual([]);
  });
});
