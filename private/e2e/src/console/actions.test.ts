import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium, openPage } from "@precept/testing/browser";
import { serveStorefront, type ServedConsole } from "./served-console.ts";

describe.skipIf(chromiumPath === undefined)("actions of the console in Chromium", { timeout: 30_000 }, () => {
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

  it("decides about what agents propose, by the keyboard alone", async () => {
    const proposed = (name: string) => `---\nname: ${name}\ndescription: Proposed.\npending: true\n---\nUse ${name}.\n`;
    for (const name of ["one", "two", "three"]) await writeFile(join(served.dir, `.precept/rules/${name}.md`), proposed(name));
    await visit("review");
    await page.getByText("3 rules to decide about").waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("a");
    await page.getByText("Accepted: one").waitFor();
    await page.keyboard.press("r");
    await page.getByText("Rejected: three").waitFor();
    await page.keyboard.press("e");
    await expect.poll(() => page.evaluate("document.activeElement.className")).toContain("code-editor");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Edited.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing to review.").waitFor();
    expect(await textOf(".precept/rules/one.md")).not.toContain("pending");
    expect(await textOf(".precept/rules/three.md")).toContain("enabled: false");
    expect(await textOf(".precept/rules/two.md")).toContain("Edited.");
  });

  it("edits a text with its problems, shows what each tool gets, and lets the user choose between two versions", async () => {
    const path = ".precept/rules/testing.md";
    const before = await textOf(path);
    await visit(`rules?rule=project:${path}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("textbox", { name: "Text" });
    await editor.click();
    // Without its style sheet, the editor would only look wrong.
    const scroller = "document.querySelector('.code-editor').shadowRoot.querySelector('.cm-scroller')";
    expect(await page.evaluate(`getComputedStyle(${scroller}).display`)).toBe("flex");
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(`The key is ${["AKIA", "Z7Q2M4N6P5R3T5V7"].join("")}.`);
    await page.getByRole("list", { name: "Problems" }).getByText("AWS").first().waitFor();
    await page.locator(".cm-lint-marker").first().waitFor();
    await page.getByRole("region", { name: "In the tools of the project" }).getByText("Cursor").first().click();
    await page.getByRole("region", { name: "Cursor: .cursor/rules/testing.mdc" }).waitFor();
    await page.keyboard.press("Escape");
    await editor.click();
    // A whole selection that is typed over makes Chromium log an inline style that it does not apply.
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("Mine.");
    await writeFile(join(served.dir, path), before.replace(/\n---\n[^]*$/, "\n---\nTheirs.\n"));
    const other = page.getByRole("region", { name: "Other version" });
    await other.getByText("- Theirs.").waitFor();
    await other.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "Text of testing" }).getByText("Mine.").waitFor();
    expect(await textOf(path)).toContain("Mine.");
    await writeFile(join(served.dir, path), before);
  });

  it(
    "lights up the files that a pattern matches, suggests paths, and lists a rule of two tools once",
    { tags: "slow" },
    async () => {
      await visit("files?path=src/cart/cart.tsx");
      await page.getByRole("textbox", { name: "Pattern" }).fill("src/cart/*.ts, !*.test.ts");
      await page.getByText("matches 1 file").waitFor();
      await page.getByRole("checkbox", { name: "Show only these" }).check();
      await expect.poll(() => page.locator(".file-row.lit").allTextContents()).toEqual(["›src/1", "›cart/1", "9totals.ts"]);
      await page.getByRole("button", { name: "src/cart/**" }).focus();
      await page.getByText("matches 3 files").waitFor();

      await visit("explain");
      await page.getByLabel("Files").fill("cart to");
      await expect.poll(() => page.locator("#known-files option").count()).toBe(2);

      await writeFile(join(served.dir, ".cursor/rules/twice.mdc"), "---\nglobs: src/**/*.ts\n---\nTwice.\n");
      await mkdir(join(served.dir, ".windsurf/rules"), { recursive: true });
      await writeFile(join(served.dir, ".windsurf/rules/twice.md"), "---\ntrigger: glob\nglobs: src/**/*.ts\n---\nTwice.\n");
      await visit("rules?q=twice");
      await page.getByText("2 files").waitFor();
      await page.getByRole("listbox", { name: "Rules" }).getByRole("option").click();
      await page.getByRole("region", { name: "The same rule in other files" }).getByText(".windsurf/rules/twice.md").waitFor();
    },
  );

  it(
    "writes a policy from an example with its tests run, changes it, and deletes it; the log is verified",
    { tags: "slow" },
    async () => {
      await visit("policies");
      for (const index of [1, 2, 3, 4]) {
        await page.getByLabel("New policy from an example").selectOption({ index });
        await page.getByText("2 tests passed").waitFor();
        await page.getByRole("button", { name: "Cancel" }).click();
      }
      await page.getByLabel("New policy from an example").selectOption("A text that files must not contain");
      await page.getByRole("button", { name: "Save in the project" }).click();
      await page.getByText("Saved: NO-CONSOLE-LOG").waitFor();
      expect(await textOf(".precept/policies/no-console-log.yaml")).toContain("console");
      await page.locator("summary").filter({ hasText: "NO-CONSOLE-LOG" }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByText("2 tests passed").waitFor();
      const editor = page.getByRole("textbox", { name: "Policy" });
      await editor.click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText("# Why: the log of the server is enough.\n");
      await page.getByRole("button", { name: "Save in the project" }).click();
      await expect.poll(() => textOf(".precept/policies/no-console-log.yaml")).toContain("1.0.1");
      expect(await textOf(".precept/policies/no-console-log.yaml")).toMatch(/^# Why: the log of the server is enough\.\n/);
      await page.getByRole("button", { name: "Delete …" }).click();
      await page.getByRole("button", { name: "Delete NO-CONSOLE-LOG" }).click();
      await page.getByText("Deleted: NO-CONSOLE-LOG").waitFor();
      await page.getByLabel("Kind of entries").selectOption("registrations");
      await page.getByRole("list", { name: "Entries of the audit log" }).getByText("deleted").waitFor();
      await page.getByText("The audit log is intact").waitFor();
    },
  );

  it("causes no error of a script or of the content security policy", () => {
    expect(problems).toEqual([]);
  });
});
