import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPage } from "@precept/testing/browser";
import type { Browser, Page } from "playwright-core";
import { createEmptyProject, writeFiles, type GeneratedProject } from "./generate-project.ts";
import { serveProject, type ServedProject } from "./served-project.ts";
import { logInWhenKnown } from "./withstand-attacks.ts";

const path = ".precept/rules/money.md";

function ruleText(priority: number, text: string): string {
  return `---\nname: money\ndescription: Money.\ninclusion: always\npriority: ${priority}\n---\n${text}\n`;
}

interface Scene {
  readonly browser: Browser;
  readonly project: GeneratedProject;
  readonly served: ServedProject;
  /** A page of Explain that is logged in. */
  readonly page: Page;
}

type Step = (scene: Scene) => Promise<void>;

const editRule = async ({ project }: Scene, priority: number): Promise<void> =>
  writeFile(join(project.dir, path), ruleText(priority, "An amount is an integer."));

/** What can happen while pages are open, in this order. Each step throws if a page does not show it. */
const steps: Readonly<Record<string, Step>> = {
  "a file is edited on disk": async (scene) => {
    await scene.page.getByText("Live").waitFor();
    await editRule(scene, 61);
    await scene.page.getByText("priority 61").waitFor();
  },
  "the browser is offline, and the file is edited meanwhile": async (scene) => {
    const { page } = scene;
    await page.context().setOffline(true);
    await page.getByLabel("Files").fill("src/a.ts");
    await page.getByRole("alert").waitFor();
    await editRule(scene, 62);
    await page.context().setOffline(false);
    await page.getByText("priority 62").waitFor();
    await page.getByText("Live").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  },
  "two users edit one rule": async ({ browser, project, served, page }) => {
    const other = await openPage(browser);
    const { token } = await served.addToken({ user: "bob", role: "editor" });
    await logInWhenKnown(other.page, served.url, token);
    const both = [page, other.page];
    for (const one of both) {
      await one.goto(`${served.url}/console/#/rules?rule=project:${path}`);
      await one.getByRole("button", { name: "Edit" }).click();
      await one.getByLabel("Description").fill(one === page ? "By ada." : "By bob.");
    }
    const save = { name: "Save", exact: true };
    await page.getByRole("button", save).click();
    await page.getByText("By ada.").first().waitFor();
    // The second user has to decide before saving.
    await other.page.getByRole("region", { name: "Other version" }).waitFor();
    if (await other.page.getByRole("button", save).isEnabled()) throw new Error("The second user need not decide.");
    const text = await readFile(join(project.dir, path), "utf8");
    if (!text.includes("By ada.")) throw new Error(`The second user overwrote the rule of the first: ${text}`);
    if ((await other.page.getByLabel("Description").inputValue()) !== "By bob.")
      throw new Error("The second user lost the text.");
    await other.page.context().close();
  },
  "a token is revoked": async ({ browser, served }) => {
    const { page } = await openPage(browser);
    const { token, record } = await served.addToken({ user: "cem", role: "reader" });
    await logInWhenKnown(page, served.url, token);
    await page.getByText("Live").waitFor();
    await served.revoke(record.id);
    await page.getByText("The session has ended.").waitFor();
    await page.getByLabel("Token").waitFor();
    await page.context().close();
  },
  "the server stops and comes back": async ({ served, page }) => {
    await served.stop();
    await page.getByText("Not connected").waitFor();
    await served.start();
    // Either the server knows the session, or the user is asked to log in.
    await page.getByText("Live").or(page.getByText("The session has ended.")).first().waitFor();
  },
};

/** Opens pages, and lets happen what happens to a server and its users. @returns what a page did not show. */
export async function followLosses(browser: Browser): Promise<readonly string[]> {
  const failures: string[] = [];
  await using project = await createEmptyProject();
  await writeFiles(project.dir, new Map([[path, ruleText(60, "An amount is an integer.")]]));
  await using served = await serveProject(project, true);
  const { page, problems } = await openPage(browser);
  const { token } = await served.addToken({ user: "ada", role: "editor" });
  await logInWhenKnown(page, served.url, token);
  for (const [name, step] of Object.entries(steps)) {
    await step({ browser, project, served, page }).catch((error: unknown) =>
      failures.push(`${name}: ${String(error).slice(0, 500)}`),
    );
  }
  await page.context().close();
  return [...failures, ...problems];
}

/** How many things happen in {@link followLosses}. */
export const lossCount: number = Object.keys(steps).length;
