import type { PreceptCommand } from "@precept/mdc-compat/install";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostIds, type HostId } from "../host-ids.ts";
import { applyInstall, previewInstall } from "./apply-changes.ts";
import { isProblem, parseJsonDocument, valueOf } from "@precept/mdc-compat/json-text";
import { installParts, partsFor } from "./install-parts.ts";
import { projectTarget, userTarget, type InstallTarget } from "./install-target.ts";
import { listHostFiles, type FileChange, type InstallRequest } from "./plan-changes.ts";

const command: PreceptCommand = { words: ["precept"], isLocal: false };

function request(action: InstallRequest["action"], hosts: readonly HostId[], more: Partial<InstallRequest> = {}): InstallRequest {
  return { action, hosts, parts: ["hooks", "mcp"], command, isWindows: false, ...more };
}

async function createDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-install-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Every path in a directory with its mode and content, to compare directories. */
async function snapshot(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const described = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await lstat(path);
    const content = entry.isFile() ? await readFile(path, "latin1") : entry.isSymbolicLink() ? await readlink(path) : "directory";
    return [path.slice(dir.length + 1), `${(mode & 0o777).toString(8)} ${content}`] as const;
  });
  return Object.fromEntries((await Promise.all(described)).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

async function modifiedTimes(dir: string): Promise<Record<string, number>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs] as const)));
}

interface HandMade {
  /** The content of each JSON file of the host. Undefined: the file does not exist. */
  readonly json?: (path: string) => string | undefined;
  readonly toml?: string;
  readonly prepare?: (dir: string, paths: readonly string[]) => Promise<void>;
}

/** The name of a list of hooks that other programs have in the file, and a handler as the host has it. */
const otherHook = '{ "type": "command", "command": "other-tool check" }';

const configurations: Readonly<Record<string, HandMade>> = {
  "no file": {},
  "an empty file": { json: () => "", toml: "" },
  "comments of both kinds": {
    json: () => `// Settings of the team\n{\n  /* the model */ "model": "large", // not the small one\n  // last\n}\n`,
    toml: "# Settings of the team\nmodel = 'large' # not the small one\n# last\n",
  },
  "trailing commas": {
    json: () => `{\n  "model": "large",\n  "list": [1, 2,],\n  "hooks": { "Other": [ ${otherHook}, ], },\n}\n`,
    toml: "list = [1, 2,]\n",
  },
  "line ends of Windows": {
    json: () => `{\r\n    "model": "large",\r\n    "list": [\r\n        1\r\n    ]\r\n}\r\n`,
    toml: "a = 1\r\n\r\n[b]\r\nc = 2\r\n",
  },
  "a byte order mark and no final newline": { json: () => `\uFEFF{\n  "model": "large"\n}`, toml: "\uFEFFmodel = 'large'" },
  tabs: {
    json: () => `{\n\t"model": "large",\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "hooks": [ ${otherHook} ] }\n\t\t]\n\t}\n}\n`,
    toml: "[a]\n\tb = 1\n",
  },
  "hooks of other programs at the same events": {
    json: (path) => {
      if (path.includes(".kiro/hooks")) {
        return '{ "hooks": [ { "name": "other", "trigger": "PreToolUse", "action": { "type": "command", "command": "other-tool" } } ] }';
      }
      const events = ["PreToolUse", "preToolUse", "BeforeTool", "pre_run_command", "beforeShellExecution"];
      const hooks = events.map(
        (event) =>
          `    "${event}": [\n      ${path.includes(".cursor") ? '{ "command": "other-tool check" }' : `{ "matcher": "Bash", "hooks": [${otherHook}] }`}\n    ]`,
      );
      return `{\n  "mcpServers": { "other": { "command": "other", "args": [] } },\n  "hooks": {\n${hooks.join(",\n")}\n  }\n}\n`;
    },
    toml: '[mcp_servers.other]\ncommand = "other"\n\n[[list]]\na = 1\n',
  },
  "unknown keys at several levels, on one line": {
    json: () => `{"a":{"b":[{"c":null}]},"hooks":{"Unknown":{"x":[]}},"z":"\\u0041\\n"}`,
    toml: "a = { b = { c = [{ d = 1 }] } }",
  },
  "a link to a file of the project": {
    json: () => `{ "model": "large" }\n`,
    toml: "model = 'large'\n",
    prepare: async (dir, paths) => {
      for (const [at, path] of paths.entries()) {
        const real = join(dir, `shared/settings-${at}`);
        await mkdir(dirname(real), { recursive: true });
        await writeFile(real, await readFile(join(dir, path)));
        await rm(join(dir, path));
        await symlink(real, join(dir, path));
      }
    },
  },
};

/** Writes a hand-made configuration into the files that the install of a host edits. Returns their paths. */
async function writeConfiguration(
  target: InstallTarget,
  host: HostId,
  { json, toml, prepare }: HandMade,
): Promise<readonly string[]> {
  const files = [
    ...listHostFiles(target, { command, isWindows: false }, `${host}:hooks`),
    ...listHostFiles(target, { command, isWindows: false }, `${host}:mcp`),
  ];
  const written: string[] = [];
  for (const { path, content } of files) {
    // Kiro has a list of hooks instead of lists by event.
    const isList = path.includes(".kiro/hooks");
    const own = content.kind === "json" ? json?.(path) : content.kind === "toml" ? toml : undefined;
    const text = isList ? own?.replace(/"hooks":(?! \[)/, '"others":') : own;
    const file = join(target.root.dir, path);
    if (text === undefined || written.includes(path)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o640);
    written.push(path);
  }
  await prepare?.(target.root.dir, written);
  return written;
}

function settingsIn(text: string): unknown {
  const document = parseJsonDocument(text);
  if (isProblem(document)) throw new Error(document.message);
  return document.root === undefined ? {} : valueOf(document.root);
}

/** Whether `after` contains `before`: in the same order, with more members only at the ends of objects and lists. */
function isContained(before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(after) && before.every((one, at) => isContained(one, after[at]));
  if (typeof before !== "object" || before === null) return before === after;
  if (typeof after !== "object" || after === null) return false;
  const names = Object.keys(after);
  return Object.entries(before).every(([name, one], at) => names[at] === name && isContained(one, Reflect.get(after, name)));
}

const kinds = (changes: readonly FileChange[]): readonly string[] => changes.map(({ kind }) => kind);

describe.each(hostIds)("an install for %s", (host) => {
  describe.each(["project", "user"] as const)("of a %s", (level) => {
    const open = (dir: string): InstallTarget => (level === "project" ? projectTarget(dir) : userTarget(dir));

    it.each(Object.entries(configurations))("is undone to the same bytes: %s", async (_, configuration) => {
      const dir = await createDirectory();
      const target = open(dir);
      const edited = await writeConfiguration(target, host, configuration);
      const before = await snapshot(dir);
      const texts = await Promise.all(edited.map((path) => readFile(join(dir, path), "utf8")));

      const installed = await applyInstall(target, request("install", [host]));
      expect(installed.filter(({ kind }) => kind === "blocked")).toEqual([]);
      expect(installed.length).toBeGreaterThan(0);
      for (const [at, path] of edited.entries()) {
        if (path.endsWith(".toml")) continue;
        expect(isContained(settingsIn(texts[at] ?? ""), settingsIn(await readFile(join(dir, path), "utf8")))).toBe(true);
      }

      const times = await modifiedTimes(dir);
      const again = await applyInstall(target, request("install", [host]));
      expect(new Set(kinds(again))).toEqual(new Set(["unchanged"]));
      expect(await modifiedTimes(dir)).toEqual(times);

      await applyInstall(target, request("uninstall", [host]));
      expect(await snapshot(dir)).toEqual(before);
    });
  });

  it.each(Object.entries(configurations))(
    "leaves only the settings of others without its ledger: %s",
    async (_, configuration) => {
      const dir = await createDirectory();
      const target = projectTarget(dir);
      const edited = await writeConfiguration(target, host, configuration);
      const texts = await Promise.all(edited.map((path) => readFile(join(dir, path), "utf8")));
      await applyInstall(target, request("install", [host]));
      await rm(join(target.ledgerRoot.dir, target.ledgerDir), { recursive: true });
      const removed = await applyInstall(target, request("uninstall", [host]));
      expect(removed.filter(({ kind }) => kind === "blocked")).toEqual([]);
      for (const [at, path] of edited.entries()) {
        const after = await readFile(join(dir, path), "utf8").catch(() => "");
        expect(after).not.toMatch(/precept (?:hook|mcp)/);
        const before = texts[at] ?? "";
        const isJson = !path.endsWith(".toml") && before.trim() !== "";
        const rest = isJson ? (settingsIn(after === "" ? "{}" : after) as Record<string, unknown>) : {};
        expect(!isJson || isContained(settingsIn(before), rest)).toBe(true);
      }
      const left = Object.values(await snapshot(dir)).filter((content) => /precept["', ]+(?:hook|mcp)/.test(content));
      expect(left).toEqual([]);
    },
  );

  it("removes only its own entries if the user edited the files meanwhile", async () => {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    await applyInstall(target, request("install", [host]));
    const files = [
      ...listHostFiles(target, { command, isWindows: false }, `${host}:hooks`),
      ...listHostFiles(target, { command, isWindows: false }, `${host}:mcp`),
    ];
    const json = [...new Set(files.filter(({ content }) => content.kind === "json").map(({ path }) => path))];
    for (const path of json) {
      const text = await readFile(join(dir, path), "utf8");
      await writeFile(join(dir, path), text.replace("{", '{ // mine\n  "mine": [1],'));
    }
    await applyInstall(target, request("uninstall", [host]));
    for (const path of json) {
      const text = await readFile(join(dir, path), "utf8");
      expect(text).toContain("// mine");
      expect(settingsIn(text)).toMatchObject({ mine: [1] });
      expect(text).not.toMatch(/precept["', ]+(?:hook|mcp)/);
      expect(Object.keys(settingsIn(text) as object)).not.toContain("hooks");
    }
  });

  it("does not write in a preview", async () => {
    const dir = await createDirectory();
    const changes = previewInstall(projectTarget(dir), request("install", [host]));
    expect(new Set(kinds(changes))).toEqual(new Set(["create"]));
    expect(await readdir(dir)).toEqual([]);
  });
});

describe("an install", () => {
  it("of several hosts is undone host by host, and keeps what others still need", async () => {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    await writeFile(join(dir, "opencode.jsonc"), "{ // mine\n}\n");
    const before = await snapshot(dir);
    await applyInstall(target, request("install", hostIds));
    await applyInstall(target, request("uninstall", ["vscode"]));
    expect(await readFile(join(dir, ".github/hooks/precept.json"), "utf8")).toContain("precept hook copilot-cli");
    for (const host of hostIds) await applyInstall(target, request("uninstall", [host]));
    expect(await snapshot(dir)).toEqual(before);
  });

  it("of the parts one after the other in new directories removes these directories in the end", async () => {
    for (const last of installParts) {
      const dir = await createDirectory();
      const target = projectTarget(dir);
      for (const part of installParts) await applyInstall(target, request("install", ["codex"], { parts: [part] }));
      for (const part of installParts.filter((one) => one !== last)) {
        await applyInstall(target, request("uninstall", ["codex"], { parts: [part] }));
      }
      expect(await readdir(join(dir, ".codex"))).toHaveLength(1);
      await applyInstall(target, request("uninstall", ["codex"], { parts: [last] }));
      expect(await snapshot(dir)).toEqual({});
    }
  });

  it("of the parts that are needed adds the MCP server only to hosts whose hooks add no context", async () => {
    const target = projectTarget(await createDirectory());
    const withServer = hostIds.filter((host) => partsFor(host, "needed").includes("mcp"));
    expect(withServer).toEqual(["amp", "goose", "windsurf"]);
    const changed = previewInstall(target, request("install", hostIds, { parts: "needed" })).map(({ path }) => path);
    const server = listHostFiles(target, { command, isWindows: false }, "amp:mcp").map(({ path }) => path);
    const others = listHostFiles(target, { command, isWindows: false }, "cursor:mcp").map(({ path }) => path);
    expect(changed).toEqual(expect.arrayContaining(server));
    for (const path of others) expect(changed).not.toContain(path);
  });

  it("of the parts one after the other is undone to the same bytes", async () => {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    await mkdir(join(dir, ".gemini"));
    await writeFile(join(dir, ".gemini/settings.json"), '{"theme":"dark"}');
    const before = await snapshot(dir);
    await applyInstall(target, request("install", ["gemini"], { parts: ["mcp"] }));
    await applyInstall(target, request("install", ["gemini"], { parts: ["hooks"] }));
    const text = await readFile(join(dir, ".gemini/settings.json"), "utf8");
    expect(settingsIn(text)).toMatchObject({
      theme: "dark",
      mcpServers: { precept: { command: "precept" } },
      hooks: { BeforeTool: [{}] },
    });
    await applyInstall(target, request("uninstall", ["gemini"]));
    expect(await snapshot(dir)).toEqual(before);
  });

  it("completes entries that are there in part, and keeps what the user set", async () => {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    await mkdir(join(dir, ".claude"));
    const path = join(dir, ".claude/settings.json");
    const text = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "other-tool" }, { "type": "command", "command": "npx precept hook claude-code", "timeout": 5 } ] }
    ]
  }
}
`;
    await writeFile(path, text);
    await applyInstall(target, request("install", ["claude-code"], { parts: ["hooks"] }));
    const { hooks } = settingsIn(await readFile(path, "utf8")) as { hooks: Record<string, unknown> };
    expect(hooks["PreToolUse"]).toEqual([
      {
        matcher: "Bash",
        hooks: [
          { type: "command", command: "other-tool" },
          { type: "command", command: "precept hook claude-code", timeout: 5, onFailure: "block" },
        ],
      },
    ]);
    const added = [
      "SessionStart",
      "UserPromptSubmit",
      "PostToolUse",
      "PostToolUseFailure",
      "SubagentStart",
      "Stop",
      "SubagentStop",
    ];
    expect(Object.keys(hooks)).toEqual(["PreToolUse", ...added]);
    await applyInstall(target, request("uninstall", ["claude-code"]));
    expect(settingsIn(await readFile(path, "utf8"))).toEqual({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "other-tool" }] }] },
    });
  });

  it("with another command replaces the command, and is undone to the same bytes", async () => {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    await mkdir(join(dir, ".cursor"));
    await writeFile(join(dir, ".cursor/hooks.json"), '{ "version": 1, "hooks": { "stop": [] } }');
    const before = await snapshot(dir);
    const own: PreceptCommand = { words: ["node", "/opt/my tools/main.js"], isLocal: false };
    await applyInstall(target, request("install", hostIds, { command: own }));
    expect(await readFile(join(dir, ".cursor/hooks.json"), "utf8")).toContain("node '/opt/my tools/main.js' hook cursor");
    await applyInstall(target, request("install", hostIds));
    const changed = await snapshot(dir);
    expect(Object.values(changed).filter((content) => content.includes("my tools"))).toEqual([]);
    await applyInstall(target, request("uninstall", hostIds));
    expect(await snapshot(dir)).toEqual(before);
  });

  it.each([
    ["is not JSON", "{\n  'a': 1\n}", ".cursor/hooks.json:2:3: "],
    ["has a list instead of an object", '{ "hooks": [] }', '.cursor/hooks.json:1:12: "hooks" is not an object'],
    ["has an object instead of a list", '{ "hooks": { "preToolUse": {} } }', '"hooks.preToolUse" is not an array'],
    ["is not an object", "[]", ".cursor/hooks.json:1:1: the file is not an object"],
    ["nests too deeply", "[".repeat(200_000), ".cursor/hooks.json:1:1: "],
  ])("leaves a file alone that %s, and names the place", async (_, text, problem) => {
    const dir = await createDirectory();
    await mkdir(join(dir, ".cursor"));
    await writeFile(join(dir, ".cursor/hooks.json"), text);
    const changes = await applyInstall(projectTarget(dir), request("install", ["cursor"]));
    expect(changes.find(({ path }) => path === ".cursor/hooks.json")).toMatchObject({
      kind: "blocked",
      problem: expect.stringContaining(problem) as string,
    });
    expect(await readFile(join(dir, ".cursor/hooks.json"), "utf8")).toBe(text);
    expect(kinds(changes)).toContain("create");
  });

  it("leaves files alone that lead out of the project, are not text or belong to other programs", async () => {
    const dir = await createDirectory();
    const outside = await createDirectory();
    await mkdir(join(dir, ".cursor"));
    await mkdir(join(dir, ".clinerules/hooks"), { recursive: true });
    await writeFile(join(outside, "hooks.json"), "{}");
    await symlink(join(outside, "hooks.json"), join(dir, ".cursor/hooks.json"));
    await writeFile(join(dir, ".cursor/mcp.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    await writeFile(join(dir, ".clinerules/hooks/PreToolUse"), "#!/bin/sh\nother-tool\n");
    await writeFile(join(dir, ".mcp.json"), '{ "mcpServers": { "precept": { "command": "other" } } }');
    const before = await snapshot(outside);
    const changes = await applyInstall(projectTarget(dir), request("install", ["cursor", "cline", "claude-code"]));
    const problems = Object.fromEntries(
      changes.filter(({ kind }) => kind === "blocked").map(({ path, problem }) => [path, problem]),
    );
    expect(problems).toEqual({
      ".cursor/hooks.json": expect.stringContaining("outside the root") as string,
      ".cursor/mcp.json": expect.stringContaining("not UTF-8") as string,
      ".clinerules/hooks/PreToolUse": expect.stringContaining("not Precept's") as string,
      ".mcp.json": expect.stringContaining("another server") as string,
    });
    expect(await snapshot(outside)).toEqual(before);
  });

  it("uses the command of the project's dependency, from every directory", async () => {
    const dir = await createDirectory();
    const local: PreceptCommand = { words: ["node_modules/.bin/precept"], isLocal: true };
    await applyInstall(projectTarget(dir), request("install", ["claude-code", "cursor"], { command: local }));
    expect(await readFile(join(dir, ".claude/settings.json"), "utf8")).toContain(
      JSON.stringify('"$CLAUDE_PROJECT_DIR"/node_modules/.bin/precept hook claude-code'),
    );
    expect(await readFile(join(dir, ".cursor/hooks.json"), "utf8")).toContain('"node_modules/.bin/precept hook cursor"');
  });

  it("writes paths of Windows so that both of its shells run them", async () => {
    const dir = await createDirectory();
    const windows: PreceptCommand = { words: [String.raw`C:\Program Files\precept\precept.cmd`], isLocal: false };
    await applyInstall(projectTarget(dir), request("install", ["claude-code", "cursor"], { command: windows, isWindows: true }));
    const claude = settingsIn(await readFile(join(dir, ".claude/settings.json"), "utf8"));
    expect(JSON.stringify(claude)).toContain("'C:/Program Files/precept/precept.cmd' hook claude-code");
    const cursor = settingsIn(await readFile(join(dir, ".cursor/hooks.json"), "utf8"));
    expect(JSON.stringify(cursor)).toContain("& 'C:/Program Files/precept/precept.cmd' hook cursor");
    expect(settingsIn(await readFile(join(dir, ".mcp.json"), "utf8"))).toMatchObject({
      mcpServers: { precept: { command: "cmd", args: ["/c", String.raw`C:\Program Files\precept\precept.cmd`, "mcp"] } },
    });
  });
});
