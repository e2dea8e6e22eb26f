import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium, openPage } from "./browser.ts";
import { serveStorefront, type ServedConsole } from "./served-console.ts";

describe.skipIf(chromiumPath === undefined)("actions of the console in Chromium", () => {
  let browser: Browser;
  let served: ServedConsole;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveStorefront()]);
    ({ page, problems } = await openPage(browser));
    await page.goto(served.link);
    await page.getByText("Prompt section").first().waitFor();
  });

  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
  });

  const visit = (hash: string) => page.goto(`${served.url}#/${hash}`);
  const textOf = (path: string) => readFile(join(served.dir, path), "utf8");

  it("shows the difference of each file of an export, writes it, and reverts it", async () => {
    await visit("moving?action=export&tool=kiro");
    await page.getByText("Left out").waitFor();
    await page.getByRole("checkbox", { name: "cannot express exactly" }).check();
    await page.getByText(".kiro/steering/money.md").click();
    await page.getByRole("region", { name: "Changes" }).getByText("An amount is an integer").waitFor();
    await page.getByText("Written with less").waitFor();
    await page.getByRole("button", { name: "Export: " }).click();
    await page.getByText("Done: ").waitFor();
    await page.getByText("are up to date").waitFor();
    expect(await textOf(".kiro/steering/money.md")).toContain("An amount is an integer");

    await page.getByRole("link", { name: "Revert" }).last().click();
    await page.getByRole("checkbox", { name: "Delete" }).check();
    await page.getByRole("button", { name: "Revert: " }).click();
    await page.getByText("no files that can be reverted").waitFor();
    await expect(textOf(".kiro/steering/money.md")).rejects.toThrow("ENOENT");
  });

  it("writes nothing if a file changed after the plan was shown", async () => {
    await visit("moving?action=export&tool=windsurf&lossy=true");
    await page.getByText("Export: ").waitFor();
    const path = join(served.dir, ".precept/rules/money.md");
    const text = await readFile(path, "utf8");
    await page.route("**/transfer/apply", async (route) => {
      await writeFile(path, `${text}Added.\n`);
      await served.workspace.reload();
      await route.continue();
    });
    await page.getByRole("button", { name: "Export: " }).click();
    await page.getByText("something else than the plan that was shown").waitFor();
    await expect(textOf(".windsurf/rules/money.md")).rejects.toThrow("ENOENT");
    await writeFile(path, text);
    await rm(join(served.dir, ".windsurf"), { recursive: true, force: true });
  });

  it("causes no error of a script or of the content security policy", () => {
    expect(problems).toEqual([]);
  });
});
