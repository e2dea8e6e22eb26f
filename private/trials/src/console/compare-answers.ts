import { setTimeout } from "node:timers/promises";
import type { WireResolution } from "@precept/contract";
import type { Random } from "@precept/testing/random";
import { openWorkspace, type Workspace } from "@precept/workspace";
import type { Page } from "playwright-core";
import { run, type OpenForCommand } from "../../../../apps/cli/src/run.ts";
import { words, type GeneratedProject } from "./generate-project.ts";
import { readPage, toPartlyShown, toShown, type ShownAnswer } from "./shown-answer.ts";

/** A request as a user can make it in the page and on the command line. */
interface AskedRequest {
  readonly files: readonly string[];
  readonly prompt: string;
  readonly tool: string;
  readonly isToolView: boolean;
}

/** How long a page may take to show the answer, in milliseconds. The machine may be busy. */
const limitMs = 20_000;

const tools = ["claude", "cursor", "copilot", "codex", "windsurf"] as const;

/**
 * Sends random requests to the page Explain and to `precept explain --json`. @returns one text for each difference.
 *
 * @param url the address of the console, in which `page` is logged in.
 */
export async function compareAnswers(
  page: Page,
  url: string,
  project: GeneratedProject,
  random: Random,
  count: number,
): Promise<readonly string[]> {
  const failures: string[] = [];
  await using workspaces = new OpenWorkspaces();
  for (let at = 0; at < count; at += 1) {
    const request = createRequest(random, project);
    const expected = await explain(workspaces, project, request);
    await page.goto(`${url}/console/#/explain?${toQuery(request)}`);
    const difference = await findDifference(page, expected);
    if (difference !== undefined) failures.push(`${toArguments(request).join(" ")}\n${difference}`);
  }
  return failures;
}

function createRequest(random: Random, { files, rules }: GeneratedProject): AskedRequest {
  const count = random.pick([0, 1, 1, 1, 2, 5]);
  const tool = random.chance(0.3) ? random.pick(tools) : "";
  return {
    files: [...new Set(Array.from({ length: count }, () => createFile(random, files)))],
    prompt: createPrompt(random, rules),
    tool,
    isToolView: tool !== "" && random.chance(0.4),
  };
}

function createFile(random: Random, files: readonly string[]): string {
  if (random.chance(0.8)) return random.pick(files);
  return random.pick([
    "no/such file.ts",
    "README.md",
    "packages/cart-1/../cart-2/src/a.ts",
    "päckages/überall.ts",
    "a&b=c#d?.ts",
    "%2e.ts",
  ]);
}

function createPrompt(random: Random, rules: readonly string[]): string {
  if (random.chance(0.3)) return "";
  const said = Array.from({ length: 1 + random.below(6) }, () => random.pick(words)).join(" ");
  const named = random.chance(0.4) ? ` use @${random.pick(rules)}` : "";
  const odd = random.chance(0.2) ? random.pick([" 100 % + 2 = ?", " “é” \u05d0\u05d1", " #/rules?x=1&y", "\nsecond line"]) : "";
  return `fix the ${said}${named}${odd}`;
}

function toQuery({ files, prompt, tool, isToolView }: AskedRequest): string {
  const params = new URLSearchParams(files.map((file): [string, string] => ["file", file]));
  for (const [name, value] of Object.entries({ prompt, tool, view: isToolView ? "tool" : "" }))
    if (value !== "") params.set(name, value);
  return params.toString();
}

function toArguments({ files, prompt, tool, isToolView }: AskedRequest): readonly string[] {
  const options = [
    ...(prompt === "" ? [] : ["--prompt", prompt]),
    ...(tool === "" ? [] : ["--tool", tool, "--view", isToolView ? "tool" : "rules"]),
  ];
  return ["explain", ...options, "--json", "--", ...files];
}

/** The rules of a large project are read once for all requests with the same options, such as the tool. */
class OpenWorkspaces implements AsyncDisposable {
  readonly #opened = new Map<string, Promise<Workspace>>();

  readonly open: OpenForCommand = async (dir, options) => {
    const key = JSON.stringify(options);
    const opened = this.#opened.get(key) ?? openWorkspace(dir, options);
    this.#opened.set(key, opened);
    // The command must not close it.
    return Object.assign(Object.create(await opened) as Workspace, { [Symbol.asyncDispose]: async () => undefined });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened)[Symbol.asyncDispose]();
  }
}

async function explain(
  workspaces: OpenWorkspaces,
  { dir, home }: GeneratedProject,
  request: AskedRequest,
): Promise<WireResolution> {
  let [out, err] = ["", ""];
  const code = await run(
    toArguments(request),
    {
      env: { ...process.env, PRECEPT_HOME: home },
      cwd: dir,
      interactive: false,
      out: (text) => (out += text),
      err: (text) => (err += text),
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: () => new Promise(() => undefined),
    },
    workspaces.open,
  );
  if (code !== 0) throw new Error(`precept ${toArguments(request).join(" ")}: exit code ${code}: ${err}`);
  return JSON.parse(out) as WireResolution;
}

/** Waits until the page shows an answer. @returns what still differs after the limit. */
async function findDifference(page: Page, expected: WireResolution): Promise<string | undefined> {
  const shown = toShown(expected);
  const all = toPartlyShown(expected);
  const until = Date.now() + limitMs;
  for (;;) {
    const found = await readPage(page);
    const difference =
      compare(found, shown) ??
      found.nearest.find((line) => !all.nearest.has(line)) ??
      found.problems.find((line) => !all.problems.has(line));
    if (difference === undefined || Date.now() > until) return difference;
    await setTimeout(20);
  }
}

/** How much of a wrong text is reported. */
const maxReported = 1000;

function compare(found: ShownAnswer, expected: ShownAnswer): string | undefined {
  for (const name of Object.keys(expected) as (keyof ShownAnswer)[]) {
    const [one, other] = [JSON.stringify(found[name]), JSON.stringify(expected[name])];
    if (one !== other) return `${name}: the page shows ${one.slice(0, maxReported)}, not ${other.slice(0, maxReported)}`;
  }
  return undefined;
}
