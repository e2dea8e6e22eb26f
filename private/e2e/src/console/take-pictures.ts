import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium, openPage } from "@precept/testing/browser";
import { serveStorefront } from "./served-console.ts";

// Takes the pictures of the console that the README shows, light and dark: `pnpm pictures`. Needs Chromium.

const images = fileURLToPath(new URL("../../../../docs/images", import.meta.url));

/** What each picture shows, by the name of its file. */
const pictures: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  console: async (page, url) => {
    const request = new URLSearchParams({ file: "src/cart/cart.tsx", prompt: "Fix the cart total, then run @security-review" });
    await page.goto(`${url}#/explain?${request.toString()}`);
    await page.getByText("requested by name: security-review").waitFor();
  },
  "console-rule": async (page, url) => {
    await page.goto(`${url}#/rules`);
    await page.getByText("money", { exact: true }).first().click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByText("applies in other cases").waitFor();
  },
};

await using served = await serveStorefront();
await using browser = await launchChromium();
const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
await page.goto(served.link);
await page.getByText("Prompt section").first().waitFor();
for (const [name, show] of Object.entries(pictures)) {
  await show(page, served.url);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
  }
}
