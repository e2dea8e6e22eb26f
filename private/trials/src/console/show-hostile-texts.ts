import type { Page } from "playwright-core";
import { hostileNames, hostileTexts } from "./hostile-project.ts";
import { watchFaults } from "./inspect-page.ts";

type Params = readonly (readonly [name: string, value: string])[];

/** The pages, with the parameters that a person who sends a link chooses. */
function visitsFor(text: string, at: number): readonly (readonly [page: string, params: Params])[] {
  const name = hostileNames[at] ?? "";
  const path = `src/${name}/${name}.ts`;
  const file = ["file", path] as const;
  return [
    ["explain", [file, ["prompt", text], ["rule", `project:.precept/rules/hostile-${at}.md`]]],
    [
      "explain",
      [
        ["file", text],
        ["tool", text],
        ["view", "tool"],
        ["rule", text],
      ],
    ],
    ["explain", [file, ["tool", "claude"], ["view", "tool"], ["rule", `project:.cursor/rules/${name}.mdc`]]],
    ["sessions", [["session", text]]],
    ["budget", []],
    [
      "files",
      [
        ["path", path],
        ["group", text],
      ],
    ],
    ["files", [["path", path]]],
    [
      "rules",
      [
        ["rule", `project:.cursor/rules/${name}.mdc`],
        ["q", name.slice(0, 5)],
      ],
    ],
    [
      "rules",
      [
        ["rule", text],
        ["scope", text],
        ["q", text],
        ["project", text],
      ],
    ],
    [
      "policies",
      [
        ["text", `word${at} ${text}`],
        ["kind", "text"],
      ],
    ],
    [
      "policies",
      [
        ["text", `word${at} ${text}`],
        ["kind", "file"],
        ["path", text],
      ],
    ],
    ["compare", [["tool", text], ["tool", "cursor"], file]],
    ["compare", [["tool", "claude"], ["tool", "cursor"], file]],
    ["health", []],
    [text, [[text, text]]],
  ];
}

/** A page with a hostile text in its address. */
export interface HostileVisit {
  readonly text: string;
  readonly page: string;
  readonly params: Params;
}

/** Each page with each hostile text. */
export const hostileVisits: readonly HostileVisit[] = hostileTexts.flatMap((text, at) =>
  visitsFor(text, at).map(([page, params]) => ({ text, page, params })),
);

/** Shows hostile texts in pages, and opens what can be opened. @returns what was more than a text. */
export async function showHostileTexts(page: Page, url: string, visits: readonly HostileVisit[]): Promise<readonly string[]> {
  const failures: string[] = [];
  const faults = watchFaults(page, url);
  await page.goto(`${url}/console/`);
  for (const { text, page: id, params } of visits) {
    const query = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value]));
    await page.goto(`${url}/console/#/${encodeURIComponent(id)}?${query.toString()}`);
    await faults.loaded();
    const opened = await openEverything(page);
    if (opened > 0) await faults.loaded();
    for (const fault of await faults.take()) failures.push(`${id} ${JSON.stringify(text)}: ${fault}`);
  }
  return failures;
}

/** Opens all details, and the editor of the rule. @returns how many it opened. */
async function openEverything(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const closed = [...document.querySelectorAll("details:not([open])")];
    for (const one of closed) one.open = true;
    const edit = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Edit");
    edit?.click();
    return closed.length + (edit ? 1 : 0);
  })()`);
}
