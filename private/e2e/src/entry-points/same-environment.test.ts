import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRulesMiddleware } from "@precept/middleware";
import { bySize } from "@precept/testing";
import { callMcpTool } from "@precept/testing/mcp-process";
import { preceptProgram } from "@precept/testing/program";
import { startServerProcess } from "@precept/testing/server-process";
import { openWorkspace } from "@precept/workspace";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

const names = ["shop", "global", "of-ann", "outside", "default-global", "default-ann"];
const rule = (name: string): string => `---\nname: ${name}\ndescription: About ${name}\n---\n\nText of ${name}.\n`;

const files: Readonly<Record<string, string>> = {
  "shop/.precept/config.yaml": "rules: { dirs: [../outside] }\n",
  "shop/.precept/rules/shop.md": rule("shop"),
  "outside/outside.md": rule("outside"),
  "home/rules/global.md": rule("global"),
  "home/users/ann/rules/of-ann.md": rule("of-ann"),
  "os-home/.precept/rules/default-global.md": rule("default-global"),
  "os-home/.precept/users/ann/rules/default-ann.md": rule("default-ann"),
};

let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "precept-entryPoints-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
});
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Case {
  readonly home: boolean;
  /** Whether the user is set, by the variable or by the option. */
  readonly user?: "variable" | "option";
  readonly trusted: boolean;
}

const cases: readonly Case[] = [
  { home: false, trusted: false },
  { home: true, trusted: false },
  { home: false, user: "variable", trusted: false },
  { home: false, trusted: true },
  { home: true, user: "variable", trusted: true },
  { home: true, user: "option", trusted: true },
];

function expectedOf({ home, user, trusted }: Case): readonly string[] {
  return [
    "shop",
    home ? "global" : "default-global",
    ...(user === undefined ? [] : [home ? "of-ann" : "default-ann"]),
    ...(trusted ? ["outside"] : []),
  ].toSorted();
}

/** The names of the rules whose texts are in an answer. */
const namesIn = (text: string): readonly string[] => names.filter((name) => text.includes(`Text of ${name}.`)).toSorted();

it.each(bySize({ sample: cases.slice(-1), full: cases }))(
  "every entry point answers the same with PRECEPT_HOME: $home, user: $user, trusted directory: $trusted",
  async (one) => {
    const shop = join(dir, "shop");
    const variables = {
      HOME: join(dir, "os-home"),
      ...(one.home && { PRECEPT_HOME: join(dir, "home") }),
      ...(one.user === "variable" && { PRECEPT_USER: "ann" }),
      ...(one.trusted && { PRECEPT_TRUSTED_DIRS: join(dir, "outside") }),
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const env = { ...process.env, ...variables };
    const options = one.user === "option" ? ["--user", "ann"] : [];
    const call = (args: readonly string[], input = ""): string =>
      spawnSync(process.execPath, [preceptProgram(), ...args, ...options], { cwd: shop, env, input, encoding: "utf8" }).stdout;
    await using workspace = await openWorkspace(shop, one.user === "option" ? { user: "ann" } : {});
    const { section } = await createRulesMiddleware(workspace).beforeModelCall({ messages: [] });
    const event = JSON.stringify({
      hook_event_name: "SessionStart",
      source: "startup",
      session_id: JSON.stringify(one),
      cwd: shop,
    });
    const { HOME, PRECEPT_HOME, ...others } = env as Record<string, string>;
    await using server = await startServerProcess({
      args: ["--root", shop, ...options],
      ...(PRECEPT_HOME !== undefined && { home: PRECEPT_HOME }),
      env: { ...others, HOME: HOME ?? "" },
    });
    const resolved = await fetch(`${server.url}/api/v1/resolve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const answers = {
      openWorkspace: (await workspace.resolve()).prompt,
      adapters: section,
      resolve: call(["resolve"]),
      explain: call(["explain", "--json"]),
      hook: call(["hook", "claude-code"], event),
      mcp: await callMcpTool(options, { cwd: shop, env, tool: "rules_for_files" }),
      serve: ((await resolved.json()) as { prompt: string }).prompt,
    };
    vi.unstubAllEnvs();
    const found = Object.fromEntries(Object.entries(answers).map(([entryPoint, text]) => [entryPoint, namesIn(text)]));
    expect(found).toEqual(Object.fromEntries(Object.keys(answers).map((entryPoint) => [entryPoint, expectedOf(one)])));
  },
);
