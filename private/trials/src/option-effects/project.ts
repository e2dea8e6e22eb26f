import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { run } from "../../../../apps/cli/src/run.ts";

const rule = (name: string, header: Readonly<Record<string, string>> = {}, body = `Text of ${name}.`): string => {
  const lines = Object.entries({ name, description: `About ${name}`, ...header }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
};

const policy = (id: string): string =>
  `id: ${id}\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { valid: [good], invalid: [bad] }\n`;

/** Two projects, a directory of further rules and a user's directory. Each shared option leads to other rules. */
const files: Readonly<Record<string, string>> = {
  "shop/.precept/config.yaml": "store: { sqlite: true }\n",
  "shop/.precept/rules/own-rule.md": rule("own-rule", {}, "Always use tabs. Text of a\u200Brule."),
  "shop/.precept/rules/off-rule.md": rule("off-rule", { enabled: "false" }),
  "shop/.precept/rules/by-file.md": rule("by-file", { globs: '["src/**"]' }),
  "shop/.precept/rules/by-name.md": rule("by-name", { inclusion: "manual" }),
  "shop/.precept/rules/no-tabs.md": rule("no-tabs", { priority: "20" }, "Never use tabs."),
  "shop/.precept/rules/for-cursor.md": rule("for-cursor", { targets: "[cursor]" }),
  "shop/.precept/rules/of-shop.md": rule("of-shop", { projectId: "shop" }, "Never use tabs. Text."),
  "shop/.precept/policies/own.yaml": policy("OWN-1"),
  "shop/.cursor/rules/other.mdc": "---\nalwaysApply: true\n---\n\nText of another tool.\n",
  "shop/src/a.ts": "bad\n",
  "other/.precept/config.yaml": "store: { sqlite: true }\n",
  "other/.precept/rules/own-rule.md": rule("own-rule", { priority: "70" }, "Text of the other project."),
  "other/.precept/rules/off-rule.md": rule("off-rule", { enabled: "false", priority: "70" }),
  "other/.precept/policies/own.yaml": policy("OWN-1").replace("message: m", "message: other"),
  "other/.cursor/rules/other.mdc": "---\nalwaysApply: true\n---\n\nText of the other tool.\n",
  "other/src/a.ts": "bad bad\n",
  "extra/extra.md": rule("extra", {}, "Text of extra. Never use tabs."),
  "home/users/ann/rules/of-ann.md": rule("of-ann", {}, "Text of ann. Never use tabs."),
};

/** Calls that give the commands something to show: a database with history, a ledger, a log, checkpoints. */
const setup: readonly (readonly string[])[] = [
  ["remember", "Text of memory.", "--name", "memory", "--store", "sqlite"],
  ["edit", "memory", "--content", "New text of memory."],
  ["export", "--to", "claude"],
  ["check"],
  ["explain"],
];

/** Creates the projects once. Calls change copies of them. */
export async function createTemplate(dir: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  for (const project of ["shop", "other"]) {
    const cwd = join(dir, project);
    const git = (...args: readonly string[]): unknown =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd, stdio: "ignore" });
    for (const args of setup) await callIn(dir, args, { cwd });
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "-m", project);
    await callIn(dir, ["checkpoint", "create"], { cwd });
  }
}

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `precept` in a project. */
async function callIn(
  dir: string,
  args: readonly string[],
  { cwd = join(dir, "shop"), input = "" }: { readonly cwd?: string; readonly input?: string } = {},
): Promise<Outcome> {
  let out = "";
  let err = "";
  const code = await run(args, {
    env: { PRECEPT_HOME: join(dir, "home"), HOME: join(dir, "home") },
    cwd,
    interactive: false,
    out: (text) => (out += text),
    err: (text) => (err += text),
    readInput: async () => input,
    ask: async () => false,
    askText: async () => "",
    interrupted: async () => undefined,
  });
  return { code, out, err };
}

/** Runs a call in a copy of the projects. Returns everything that it printed and changed, as one text. */
export async function outcomeIn(template: string, copy: string, args: readonly string[], input?: string): Promise<string> {
  await rm(copy, { recursive: true, force: true });
  await cp(template, copy, { recursive: true });
  const { code, out, err } = await callIn(copy, args, {
    input: (input ?? "").replace("}", `,"cwd":${JSON.stringify(join(copy, "shop"))}}`),
  });
  const changed = await listChanges(template, copy);
  return normalise(`exit ${code}\n${out}\n${err}\n${changed.join("\n")}`.replaceAll(copy, "DIR"));
}

/** Removes what differs from call to call. */
function normalise(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d(?:T|t| )[\d:.-]+Z?/g, "TIME")
    .replace(/RULE-\d{8}-\d+/g, "LOG")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}\b/g, "UUID")
    .replace(/\b[0-9a-f]{7,64}\b/g, "HASH")
    .replace(/\b\d+(?:\.\d+)? ?ms\b/g, "MS");
}

/** The paths of new, changed and deleted files, without the state of the machine. */
async function listChanges(template: string, copy: string): Promise<readonly string[]> {
  const [before, after] = [await readTree(template), await readTree(copy)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${normalise(after.get(path) ?? "deleted")}`)
    .toSorted();
}

async function readTree(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const saved = paths.filter((path) => !/\/\.git\/|\/home\/cache\/|\/state\/|\.sqlite/.test(path));
  return new Map(await Promise.all(saved.map(async (path) => [path.slice(dir.length), await readFile(path, "utf8")] as const)));
}
