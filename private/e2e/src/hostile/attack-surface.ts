/**
 * A path, setting or input through which a project or a user controls what Precept reads, writes or runs.
 * `docs/reference/attack-surface.md` shows this table, and `attack-surface.test.ts` tests each row.
 */
export interface EntryPoint {
  /** A path in a project, a setting, or an input. */
  readonly name: string;
  /** `clone`: the author of a cloned repository controls it. `user`: the user does. */
  readonly by: "clone" | "user";
  readonly reads: string;
  readonly writes: string;
  readonly runs: string;
  /** For a path in a project: whether a link there is followed. `inside`: if its target is in the project. `refused`: never. */
  readonly links?: "inside" | "refused";
  /** For a path in a project: how a test puts a link there, and the diagnostic if it is not followed. */
  readonly trial?: {
    /** A file that makes Precept open the path. */
    readonly needs?: readonly [path: string, text: string];
    /** The target of the link. */
    readonly target: readonly [name: string, text: string];
    readonly code: string;
    /** The command that opens the path. Default `explain src/a.ts --json`. */
    readonly command?: readonly string[];
  };
  /** For a setting: a value that needs trust. */
  readonly setting?: string;
}

const nothing = "nothing";
const rule = "---\nname: linked\ndescription: d\n---\n\nLinked text.\n";
const policy = "id: LINKED-1\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { invalid: [bad] }\n";

export const entryPoints: readonly EntryPoint[] = [
  {
    name: ".precept/config.yaml",
    by: "clone",
    reads: "the file, up to 64 KiB",
    writes: "`init` creates it",
    runs: nothing,
    links: "inside",
    trial: { target: ["config.yaml", "tool: cursor\n"], code: "config/unreadable" },
  },
  {
    name: ".precept/rules",
    by: "clone",
    reads: "rule files in it, up to 1 MiB each, 100,000 entries, 32 directories deep",
    writes: "`create`, `edit`, `delete`, `import`",
    runs: nothing,
    links: "inside",
    trial: { target: ["linked.md", rule], code: "root/link-escapes" },
  },
  {
    name: ".cursor/rules",
    by: "clone",
    reads: "rule files of other tools, up to 256 KiB each; likewise the directories of all other tools",
    writes: "`export`, and `edit` of a rule in it",
    runs: nothing,
    links: "inside",
    trial: { target: ["linked.mdc", "---\nalwaysApply: true\n---\n\nLinked text.\n"], code: "root/link-escapes" },
  },
  {
    name: "CLAUDE.md",
    by: "clone",
    reads:
      "the file, unless it is a link to a file whose name is one of credentials; likewise AGENTS.md and the single files of all other tools",
    writes: "`export`",
    runs: nothing,
    links: "inside",
    trial: { target: ["AGENTS.md", "Linked text.\n"], code: "file/link-escapes" },
  },
  {
    name: ".precept/commands",
    by: "clone",
    reads:
      "files of commands, up to 1 MiB characters each, 2,000 files, 8 directories deep; likewise `.precept/agents`, `.precept/mcp`, `.precept/ignore`, `.precept/permissions.yaml` and the files of all tools that have such items. Links are not followed",
    writes:
      "`import` and `export`; in files with other keys, only the values of the items. What lets a tool start a program is written only with `--allow-programs`, an answer, or in a trusted project",
    runs: nothing,
  },
  {
    name: ".precept/policies",
    by: "clone",
    reads: "policy files in it, up to 1 MiB each, 20,000 entries, 32 directories deep",
    writes: "a policy that is registered with `save`",
    runs: "patterns, within a time budget",
    links: "inside",
    trial: { target: ["linked.yaml", policy], code: "policies/unreadable", command: ["policies", "test", "--json"] },
  },
  {
    name: ".precept/ledger.json",
    by: "clone",
    reads: "the file, up to 64 MiB",
    writes: "`export`, `import`",
    runs: nothing,
    links: "inside",
    trial: { target: ["ledger.json", '{\n  "version": 1,\n  "files": {}\n}\n'], code: "ledger/unreadable" },
  },
  {
    name: ".precept/baseline.json",
    by: "clone",
    reads: "the file, up to 64 MiB",
    writes: "`check --update-baseline`, `--prune-baseline`; never overwrites a file that is not a baseline",
    runs: nothing,
    links: "inside",
    trial: {
      target: ["baseline.json", '{ "version": 1, "entries": [] }\n'],
      code: "policies/baseline-unreadable",
      command: ["check", "src/a.ts", "--json"],
    },
  },
  {
    name: ".precept/evals",
    by: "clone",
    reads: "eval cases in it, up to 1 MB each, and the results of evals",
    writes: "`eval init`; the results of `eval` and `eval judge`. Agents work in a copy in a private temporary directory",
    runs:
      "only in a project that the user trusts, and after an answer or `--yes`: the programs of the cases with nothing of the user's environment but what the case names, and " +
      "requests to their model servers with the named key",
    links: "inside",
    trial: {
      target: ["linked.yaml", "rules: [linked]\ntask: Text.\n"],
      code: "PATH_REFUSED",
      command: ["eval", "list", "--json"],
    },
  },
  {
    name: ".precept/state",
    by: "clone",
    reads: "traces and caches of this machine",
    writes: "the same, readable by the user only (700 and 600)",
    runs: nothing,
    links: "refused",
    trial: { target: ["traces.jsonl", ""], code: "state/refused" },
  },
  {
    name: ".precept/audit",
    by: "clone",
    reads: "the audit log",
    writes: "the same, readable by the user only (700 and 600)",
    runs: nothing,
    links: "refused",
    trial: { target: ["soft_hooks.log", ""], code: "state/refused" },
  },
  {
    name: ".precept/rules.sqlite",
    by: "clone",
    reads: "the database, if `store.sqlite` is set",
    writes: "rules; SQLite's own files next to it",
    runs: nothing,
    links: "refused",
    trial: {
      needs: [".precept/config.yaml", "store: { sqlite: true }\n"],
      target: ["rules.sqlite", ""],
      code: "store/refused",
    },
  },
  ...(
    [
      ["rules.dirs", "rule files below them", nothing, nothing, "rules: { dirs: [../outside/rules] }"],
      ["store.sqlite", "the database", "the database", nothing, "store: { sqlite: ../outside/new.sqlite }"],
      ["references.allow", "files that rules refer to", nothing, nothing, "references: { allow: [../outside] }"],
      ["policies.dirs", "policy files below them", nothing, nothing, "policies: { dirs: [../outside/policies] }"],
      ["policies.baseline", "the baseline", "the baseline", nothing, "policies: { baseline: ../outside/baseline.json }"],
      ["policies.audit.dir", "the audit log", "the audit log", nothing, "policies: { audit: { dir: ../outside/audit } }"],
      [
        "context.dir",
        "the files of the agent context",
        "`context init`, `remember` and `note`; `boot` of a program or a server creates missing files",
        nothing,
        "context: { dir: ../outside }",
      ],
      [
        "policies.notify",
        nothing,
        nothing,
        "the command, or a request to the address",
        "policies: { notify: { command: [true] } }",
      ],
      [
        "policies.rollback",
        nothing,
        "files of the working tree (also with `rollback: true` in `policies.tables.priority_mapping`), restored to a checkpoint after a violation that stops an agent; what they replace is kept for `precept checkpoint undo`",
        nothing,
        "policies: { rollback: true }",
      ],
      [
        "search.embedder",
        "the directory of a model",
        "a downloaded model in `~/.precept/cache/models`",
        "requests with the texts of rules and prompts to the address",
        "search: { embedder: { provider: http, url: 'http://127.0.0.1:9/v1', model: m } }",
      ],
      [
        "store.postgres.url",
        "the rules in the database",
        "the tables of rules in the database",
        "connections to the server, with the password in PGPASSWORD",
        "store: { postgres: { url: 'postgres://127.0.0.1:9/rules' } }",
      ],
      [
        "store.postgres.urlEnv",
        "the environment variable, and the rules in the database",
        "the tables of rules in the database",
        "connections to the server that the variable names",
        "store: { postgres: { urlEnv: HOME } }",
      ],
      [
        "store.postgres.urlFile",
        "the file, and the rules in the database",
        "the tables of rules in the database",
        "connections to the server that the file names",
        "store: { postgres: { urlFile: ../outside/secret.txt } }",
      ],
      [
        "cache.redis.url",
        "the rules in the cache",
        "rules in the cache",
        "connections to the server",
        "cache: { redis: { url: 'redis://127.0.0.1:9' } }",
      ],
      [
        "cache.redis.urlEnv",
        "the environment variable, and the rules in the cache",
        "rules in the cache",
        "connections to the server that the variable names",
        "cache: { redis: { urlEnv: HOME } }",
      ],
      [
        "cache.redis.urlFile",
        "the file, and the rules in the cache",
        "rules in the cache",
        "connections to the server that the file names",
        "cache: { redis: { urlFile: ../outside/secret.txt } }",
      ],
      [
        "search.qdrant.url",
        "ids and scores of rules in the collection",
        "the rules of the database in the collection",
        "requests with the texts of rules and the vectors of prompts to the address",
        "search: { qdrant: { url: 'http://127.0.0.1:9' } }",
      ],
      [
        "search.qdrant.urlEnv",
        "the environment variable, and ids and scores of rules in the collection",
        "the rules of the database in the collection",
        "requests with the texts of rules and the vectors of prompts to the address in the variable",
        "search: { qdrant: { urlEnv: HOME } }",
      ],
      [
        "search.qdrant.urlFile",
        "the file, and ids and scores of rules in the collection",
        "the rules of the database in the collection",
        "requests with the texts of rules and the vectors of prompts to the address in the file",
        "search: { qdrant: { urlFile: ../outside/secret.txt } }",
      ],
      [
        "search.qdrant.apiKeyEnv",
        "the environment variable",
        nothing,
        "requests that contain its value, to the address",
        "search: { qdrant: { url: 'http://127.0.0.1:9', apiKeyEnv: HOME } }",
      ],
      [
        "search.qdrant.apiKeyFile",
        "the file",
        nothing,
        "requests that contain its value, to the address",
        "search: { qdrant: { url: 'http://127.0.0.1:9', apiKeyFile: ../outside/secret.txt } }",
      ],
      ["rules.personal", "other tools' personal files in the home directory", nothing, nothing, "rules: { personal: true }"],
      [
        "memory.requireApproval",
        nothing,
        "rules of agents that apply without the approval of a person, also those of the user",
        nothing,
        "memory: { requireApproval: false }",
      ],
    ] as const
  ).map(([name, reads, writes, runs, setting]): EntryPoint => ({ name, by: "clone", reads, writes, runs, setting })),
  {
    name: "`#[[file:…]]`, `@…` in rules",
    by: "clone",
    reads:
      "files of the project, up to 256 KiB; except `.git`, ignored files and files whose names are those of credentials (`.env`, `*.pem`, `.npmrc`, …)",
    writes: nothing,
    runs: nothing,
  },
  {
    name: "`SPIRIT.md`, `OWNER.md`, `TOOLS.md`, `MEMORY.md`, `memory`, `BOOTSTRAP.md`",
    by: "clone",
    reads:
      "the files of the agent context, if it is asked for; links inside the directory are followed, except to `MEMORY.md`, which only main sessions read",
    writes: "`context init`, `remember` and `note`; `boot` of a program or a server creates missing files",
    runs: nothing,
  },
  {
    name: "`.git`, `.gitattributes`, submodules, bare repositories in the project",
    by: "clone",
    reads: "through git: the index, trees, ignore rules",
    writes: "`checkpoint`: objects, `refs/precept`, `.git/precept` (700 and 600), the index",
    runs: "only git: no filter, hook, monitor, external diff, transport or helper that a repository names",
  },
  {
    name: "`~/.precept/server/tokens.json`, `--token-file`",
    by: "user",
    reads: "the tokens of a server, up to 4 MiB",
    writes: "`token create` and `token revoke`",
    runs: nothing,
  },
  {
    name: "paths on the command line, `--root`, `--rules-dir`",
    by: "user",
    reads: "the named paths; links inside them as in a project",
    writes: "`check --fix`, `lint --fix`, `--baseline` with `--update-baseline`",
    runs: nothing,
  },
  {
    name: "`PRECEPT_TRUSTED_DIRS`, `trustedDirs` in `~/.precept/config.yaml`",
    by: "user",
    reads: "these directories, through links and settings of a project",
    writes: "the same",
    runs: "`policies.notify` of a project inside one of them",
  },
  {
    name: "`~/.precept` (`PRECEPT_HOME`)",
    by: "user",
    reads: "the user's rules and configuration; of other users, the rules in `users/ID/rules` if a request names them",
    writes:
      "rules of the scopes `user` and `global`; compiled code of Precept, parsed policies and configurations, and downloaded models in `cache`",
    runs: "requests to the endpoint of `search.embedder`",
  },
  {
    name: "`/etc/precept/policies` and `PRECEPT_MANAGED_DIR`",
    by: "user",
    reads:
      "managed policies, up to 1 MiB a file, if only root or the user can write to the directory, its parents and the file; not inside the project",
    writes: nothing,
    runs: nothing,
  },
  {
    name: "`VISUAL`, `EDITOR`",
    by: "user",
    reads: "a draft in a private temporary directory",
    writes: "the same",
    runs: "the editor, for `edit` and `create` in a terminal",
  },
];
