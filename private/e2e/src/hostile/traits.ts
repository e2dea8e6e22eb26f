import { ruleLocations } from "@precept/mdc-compat";
import { defaultAuditDir, defaultBaselinePath, policiesDir } from "@precept/enforcement";
import { stateDir } from "@precept/files";
import type { Random } from "@precept/testing/random";
import { ledgerPath } from "@precept/transfer";
import { configPath, overlayDir } from "@precept/workspace";
import { programSettings } from "../../../../packages/enforcement/src/git/program-settings.ts";
import type { World } from "./world.ts";

/** The file, link or other object at one path of a hostile repository. */
export type Entry =
  | { readonly kind: "file"; readonly text: string; readonly mode?: number }
  | { readonly kind: "link"; readonly target: string }
  /** Git cannot store these; they come from an archive or another program. */
  | { readonly kind: "pipe" }
  | { readonly kind: "directory" }
  | { readonly kind: "mode"; readonly mode: number };

export interface HostileRepository {
  /** By path. Paths below a link or a file of another entry are skipped. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Lines of the clone's `.git/config`, as in an unpacked archive. */
  readonly gitConfig: readonly string[];
}

/** All paths that Precept opens in a project, with their parent directories, locks and database files. */
const openedPaths: readonly string[] = [
  ...new Set(
    [
      configPath,
      ledgerPath,
      `.precept/.ledger.json.precept-lock`,
      defaultBaselinePath,
      `.precept/.baseline.json.precept-lock`,
      `${policiesDir}/p.yaml`,
      `${overlayDir}/mine.md`,
      ".precept/commands/run.md",
      ".precept/agents/a.md",
      ".precept/mcp/own.yaml",
      ".precept/permissions.yaml",
      ".precept/evals/own-rule.yaml",
      ".precept/evals/defaults.yaml",
      ".precept/evals/results.json",
      ...["eval.json", "copies.json", "runs/own-rule/with-1/run.json"].map((name) => `${stateDir}/evals/1/${name}`),
      ".precept/ignore",
      ".claude/commands/run.md",
      ".mcp.json",
      ".cursor/mcp.json",
      ".codex/config.toml",
      ".geminiignore",
      "opencode.json",
      ".precept/.gitignore",
      ...["traces.jsonl", "validated-policies.json", ".gitignore"].map((name) => `${stateDir}/${name}`),
      ...["", "-wal", "-shm", "-journal"].flatMap((suffix) => [
        `.precept/rules.sqlite${suffix}`,
        `${stateDir}/soft-hooks.sqlite${suffix}`,
      ]),
      ...["rule_violations.jsonl", "rule_violations.jsonl.head", "rule_violations.000001.jsonl", "soft_hooks.log"].map(
        (name) => `${defaultAuditDir}/${name}`,
      ),
      ...ruleLocations
        .filter(({ personal }) => personal !== true)
        .flatMap(({ dir, files, codec, nested }) => {
          const extension = codec.extensions.find((one) => one.startsWith(".")) ?? ".md";
          const paths = (files ?? [`x${extension}`]).map((file) => (dir === "" ? file : `${dir}/${file}`));
          return nested === true ? [...paths, ...paths.map((path) => `packages/web/${path}`)] : paths;
        }),
    ].flatMap((path) => [path, ...parentsOf(path)]),
  ),
];

/** The paths below `.precept`, most of which Precept also writes. */
const ownPaths = openedPaths.filter((path) => path.startsWith(".precept"));

function parentsOf(path: string): readonly string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}

/** Targets of links. */
function targets({ home, outside, marks }: World): readonly string[] {
  return [
    outside,
    `${outside}/rules`,
    `${outside}/policies`,
    `${outside}/state`,
    `${outside}/audit`,
    `${outside}/secret.txt`,
    `${outside}/config.yaml`,
    `${outside}/ledger.json`,
    `${outside}/baseline.json`,
    `${outside}/rules.sqlite`,
    `${outside}/empty.sqlite`,
    `${outside}/state/traces.jsonl`,
    `${outside}/not-there-yet`,
    `${marks}/created`,
    home,
    `${home}/.bashrc`,
    `${home}/.ssh/id_ed25519`,
    `${home}/.claude`,
    "..",
    "../..",
    "../outside",
    "../../outside/secret.txt",
    ".git",
    ".git/config",
    "../.git/hooks/post-checkout",
    "/",
    "/dev/zero",
    "/dev/stdin",
    "/dev/fd/0",
    "/proc/self/environ",
    "/etc/passwd",
    ".",
    "loop",
    "src",
    "../src/a.ts",
  ];
}

/** Names of rule files that are special on other systems, in shells or in terminals. */
const oddNames = [
  "$(id>pwned).mdc",
  "`id>pwned`.md",
  "NUL.md.mdc",
  "aux.md",
  "com1.a.b",
  "CON.mdc",
  "-rf.md",
  "a\nb.md",
  "\u202Egnp.md",
  "\u001B[2J.md",
  "..md",
  "%2e%2e.md",
  "a'\"b.md",
  `${"n".repeat(200)}.md`,
];

/** Settings that name a path. `settings.test.ts` compares the list with the schema of the configuration. */
export const pathSettings: readonly string[] = [
  "rules.dirs",
  "store.sqlite",
  "references.allow",
  "policies.dirs",
  "policies.baseline",
  "policies.audit.dir",
  "context.dir",
];

/** Settings that run a program, send a request, read the user's personal files or overwrite the working tree. */
export const actingSettings: readonly string[] = [
  "policies.notify",
  "policies.rollback",
  "rules.personal",
  "search.embedder",
  "store.postgres.url",
  "store.postgres.urlEnv",
  "store.postgres.urlFile",
  "cache.redis.url",
  "cache.redis.urlEnv",
  "cache.redis.urlFile",
  "search.qdrant.url",
  "search.qdrant.urlEnv",
  "search.qdrant.urlFile",
  "search.qdrant.apiKeyEnv",
  "search.qdrant.apiKeyFile",
  // Without approval, agents could change the rules of other projects.
  "memory.requireApproval",
];

/** The values of acting settings that are neither paths nor programs. */
const fixedValues: Readonly<Record<string, string>> = {
  "rules.personal": "true",
  "policies.rollback": "true",
  "memory.requireApproval": "false",
  "store.postgres.url": '"postgres://127.0.0.1:9/rules"',
  "store.postgres.urlEnv": "HOME",
  "store.postgres.urlFile": "../outside/secret.txt",
  "cache.redis.url": '"redis://127.0.0.1:9"',
  "cache.redis.urlEnv": "HOME",
  "cache.redis.urlFile": "../outside/secret.txt",
  "search.qdrant.url": '"http://127.0.0.1:9"',
  "search.qdrant.urlEnv": "HOME",
  "search.qdrant.urlFile": "../outside/secret.txt",
  "search.qdrant.apiKeyEnv": "HOME",
  "search.qdrant.apiKeyFile": "../outside/secret.txt",
};

const listSettings = new Set(["rules.dirs", "references.allow", "policies.dirs"]);

function hostilePaths({ home, outside }: World): readonly string[] {
  return [
    "..",
    "../outside",
    "../outside/rules",
    "../outside/secret.txt",
    outside,
    `${outside}/baseline.json`,
    `${outside}/new/deep/file`,
    "parent/outside",
    "parent/outside/policies",
    "parent/outside/baseline.json",
    "parent/outside/empty.sqlite",
    "link-out",
    "link-out/new.sqlite",
    "link-out/new.json",
    "~",
    "~/.ssh",
    "~/.bashrc",
    `${home}/.ssh`,
    "/",
    "/dev",
    "/dev/zero",
    "/proc/self",
    "/etc",
    ".git",
    ".git/config",
    ".git/hooks/post-checkout",
    ".GIT/config",
    "src/../../outside",
    "pipe",
    "src/a.ts",
    "package.json",
  ];
}

/** References and imports of rules. */
const references = [
  "parent/outside/secret.txt",
  "../outside/secret.txt",
  "link-out/secret.txt",
  "/etc/passwd",
  "~/.ssh/id_ed25519",
  ".env",
  ".git/config",
  "pipe",
  "/dev/zero",
  "packages/web/../../../outside/secret.txt",
];

/** Keys of git's configuration that name a program. */
const gitProgramKeys: readonly string[] = Object.keys(programSettings).flatMap((key) =>
  key.startsWith("remote.") ? key.replace(/<[^>]+>/, "origin") : key.replace(/<[^>]+>/, "hostile"),
);

function rule(text: string): Entry {
  return { kind: "file", text };
}

/** Generates a hostile repository. */
export function hostileRepository(world: World, random: Random): HostileRepository {
  const entries = new Map<string, Entry>();
  const put = (path: string, entry: Entry): void => void entries.set(path, entry);
  put("src/a.ts", rule("export const a = 1; // bad\n"));
  put("packages/web/b.ts", rule("export const b = 2; // bad\n"));
  put("package.json", rule('{ "name": "hostile" }\n'));
  put(".precept/rules/own-rule.md", rule("---\nname: own-rule\ndescription: d\n---\n\nOwn text.\n"));
  put(".cursor/rules/shadow.mdc", rule("---\nalwaysApply: true\n---\n\nCursor text.\n"));
  put("CLAUDE.md", rule("Claude text.\n"));
  put("AGENTS.md", rule("Agents text.\n"));
  put(".mcp.json", rule(JSON.stringify({ mcpServers: { own: { command: world.program, args: ["x"] } } })));
  put(".precept/mcp/hostile.yaml", rule(`command: ${JSON.stringify(world.program)}\n`));
  put(
    ".precept/evals/own-rule.yaml",
    rule(
      `rules: [own-rule]\ntask: Text.\nexpect: { command: [${JSON.stringify(world.program)}] }\nagent: { command: [${JSON.stringify(world.program)}] }\n`,
    ),
  );
  put(".claude/commands/run.md", rule(`Run !\`${world.program}\`.\n`));
  put(".gitignore", rule(".env\npipe\n"));
  put("parent", { kind: "link", target: ".." });
  put("link-out", { kind: "link", target: world.outside });
  put(`${policiesDir}/p.yaml`, rule(policyText(world)));
  put(configPath, rule(configText(world, random)));
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    put(random.pick(random.chance(0.5) ? ownPaths : openedPaths), { kind: "link", target: random.pick(targets(world)) });
  }
  if (random.chance(0.15)) put(random.pick(openedPaths), { kind: "pipe" });
  if (random.chance(0.15)) put(random.pick(openedPaths), { kind: "directory" });
  if (random.chance(0.15)) put(random.pick(openedPaths), { kind: "file", text: random.pick(["", "{", "\0", "x\n".repeat(99)]) });
  if (random.chance(0.1)) put(random.pick(openedPaths), { kind: "mode", mode: random.pick([0, 0o777, 0o4755, 0o200]) });
  if (random.chance(0.3)) {
    const dir = random.pick([".precept/rules", ".cursor/rules", ".claude/rules", "packages/web/.precept/rules"]);
    put(`${dir}/${random.pick(oddNames)}`, rule("---\ndescription: odd\nalwaysApply: true\n---\n\nOdd.\n"));
  }
  if (random.chance(0.4)) {
    const reference = random.pick(references);
    const text = random.pick([`#[[file:${reference}]]`, `#[[file:../../${reference}]]`, `@${reference}`, `@./${reference}`]);
    put(
      random.pick([".precept/rules/refers.md", "CLAUDE.md", "packages/web/AGENTS.md"]),
      rule(`---\nname: refers\ndescription: d\n---\n\n${text}\n`),
    );
  }
  if (random.chance(0.2)) put("pipe", { kind: "pipe" });
  if (random.chance(0.3)) for (const [path, text] of Object.entries(bareRepository(world, random))) put(path, rule(text));
  if (random.chance(0.3)) put(".gitattributes", rule("* filter=hostile diff=hostile merge=hostile\n"));
  return {
    entries,
    gitConfig: random.chance(0.4)
      ? [random.pick(gitProgramKeys), random.pick(gitProgramKeys)].map((key) => `${key}=${world.program}`)
      : [],
  };
}

function configText(world: World, random: Random): string {
  const lines: string[] = [];
  const settings = [...pathSettings, ...actingSettings].filter(() => random.chance(0.25));
  for (const setting of settings) {
    const path = JSON.stringify(random.pick(hostilePaths(world)));
    const program = JSON.stringify(world.program);
    const value =
      setting === "policies.notify"
        ? `{ command: [${program}, x], retries: 0 }`
        : setting === "search.embedder"
          ? `{ provider: local, modelDir: ${path} }`
          : (fixedValues[setting] ?? (listSettings.has(setting) ? `[${path}]` : path));
    lines.push(`${setting}: ${value}`);
  }
  // A key with dots is a path to the value.
  const tree: { [key: string]: unknown } = {};
  for (const line of lines) {
    const [name = "", ...rest] = line.split(": ");
    const keys = name.split(".");
    let node = tree;
    for (const key of keys.slice(0, -1)) node = (node[key] ??= {}) as { [key: string]: unknown };
    node[keys.at(-1) ?? ""] = rest.join(": ");
  }
  const print = (node: { [key: string]: unknown }): string =>
    `{ ${Object.entries(node)
      .map(([key, value]) => `${key}: ${typeof value === "string" ? value : print(value as { [key: string]: unknown })}`)
      .join(", ")} }`;
  return `${print(tree)}\n`;
}

function policyText({ program }: World): string {
  return [
    "id: HOSTILE-1",
    "severity: CRITICAL",
    `message: "{match} ${program}"`,
    "match: { pattern: bad }",
    "fix: { replacement: good }",
    "tests: { valid: [ok], invalid: [{ text: bad, fixed: good }] }",
    "",
  ].join("\n");
}

/** A bare repository as plain files of the project, whose configuration git would read if it ran there. */
function bareRepository({ program, top }: World, random: Random): Readonly<Record<string, string>> {
  const key = random.pick(gitProgramKeys);
  const [section = "", ...names] = key.split(".");
  const name = names.pop() ?? "";
  const heading = names.length === 0 ? `[${section}]` : `[${section} "${names.join(".")}"]`;
  return {
    "bare/HEAD": "ref: refs/heads/main\n",
    "bare/config": `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${top}/project\n\tfsmonitor = ${program}\n\thooksPath = ${top}/bin\n${heading}\n\t${name} = ${program}\n`,
    "bare/objects/info/none": "",
    "bare/refs/heads/none": "",
    "bare/src/a.ts": "bad\n",
  };
}
