import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firefoxPath, launchFirefox, openPage } from "@precept/testing/browser";
import { expect, it } from "vitest";
import { serveStorefront } from "./served-console.ts";

it.skipIf(firefoxPath === undefined)("works in Firefox (apt-get install firefox-esr)", { tags: "slow" }, async () => {
  await using served = await serveStorefront();
  const browser = await launchFirefox();
  try {
    const { page, problems } = await openPage(browser);
    await page.goto(served.link);
    await page.getByText("Prompt section").first().waitFor();
    expect(page.url()).not.toContain("token");
    await page.getByLabel("Files").fill("src/cart/cart.tsx");
    await page.getByText("file pattern matched").first().waitFor();
    await expect.poll(() => page.url()).toContain("file=src/cart/cart.tsx");

    await page.goto(`${served.url}#/rules?rule=project:.precept/rules/house-rules.md`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Description").fill("Changed in Firefox.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed in Firefox.").waitFor();

    await page.getByText("Live").waitFor();
    const rule = "---\nname: from-disk\ndescription: New.\n---\nText.\n";
    await writeFile(join(served.dir, ".precept/rules/from-disk.md"), rule);
    await page.getByRole("option", { name: "from-disk" }).waitFor();

    for (const id of ["sessions", "budget", "files", "policies", "compare", "health"]) {
      await page.goto(`${served.url}#/${id}`);
      await page.locator("main :is(section, table)").first().waitFor();
    }
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Token").waitFor();
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});
