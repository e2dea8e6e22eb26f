/**
 * What opens a door to the disk, to programs or to the network, and how far. `docs/security.md` shows this table, and `doors.test.ts` tries each
 * row.
 */
export interface Door {
  /** A path in a project, a setting, or an input. */
  readonly door: string;
  /** Who writes it: a clone's author, or the user. */
  readonly by: "clone" | "user";
  readonly reads: string;
  readonly writes: string;
  readonly runs: string;
  /** What a link is for a path in a project. `inside`: followed while it stays in the project. `refused`: never followed. */
  readonly links?: "inside" | "refused";
  /** For a path: what has to be there, and the diagnostic of a link that is not followed. */
  readonly trial?: {
    /** A file that makes Precept open the path: its path, and its text. */
    readonly needs?: readonly [path: string, text: string];
    /** What the link leads to, in a directory inside or outside of the project. */
    readonly target: readonly [name: string, text: string];
    readonly code: string;
    /** The command that opens it. Default `explain src/a.ts --json`. */
    readonly command?: readonly string[];
  };
  /** For a setting: a value that leaves the project, or acts. */
  readonly setting?: string;
}

const nothing = "nothing";
const rule = "---\nname: linked\ndescription: d\n---\n\nLinked text.\n";
const policy = "id: LINKED-1\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { invalid: [bad] }\n";

export const doors: readonly Door[] = [
  {
    door: ".precept/config.yaml",
    by: "clone",
    reads: "the file, up to 64 KiB",
    writes: "`init` creates it",
    runs: nothing,
    links: "inside",
    trial: { target: ["config.yaml", "tool: cursor\n"], code: "config/unreadable" },
  },
  {
    door: ".precept/rules",
    by: "clone",
    reads: "rule files in it, up to 1 MiB each, 100,000 entries, 32 directories deep",
    writes: "`create`, `edit`, `delete`, `import`",
    runs: nothing,
    links: "inside",
    trial: { target: ["linked.md", rule], code: "root/link-escapes" },
  },
  {
    door: ".cursor/rules",
    by: "clone",
    reads: "rule files of other tools, up to 256 KiB each; the places of all tools alike",
    writes: "`export`, and `edit` of a rule in it",
    runs: nothing,
    links: "inside",
    trial: { target: ["linked.mdc", "---\nalwaysApply: true\n---\n\nLinked text.\n"], code: "root/link-escapes" },
  },
  {
    door: "CLAUDE.md",
    by: "clone",
    reads:
      "the file; AGENTS.md and the single files of all tools alike. Not where it is a link to a file that holds credentials by its name",
    writes: "`export`",
    runs: nothing,
    links: "inside",
    trial: { target: ["AGENTS.md", "Linked text.\n"], code: "file/link-escapes" },
  },
  {
    door: ".precept/policies",
    by: "clone",
    reads: "policy files in it, up to 1 MiB each, 20,000 entries, 32 directories deep",
    writes: "a policy that is registered with `save`",
    runs: "patterns, within a time budget",
    links: "inside",
    trial: { target: ["linked.yaml", policy], code: "policies/unreadable", command: ["policies", "test", "--json"] },
  },
  {
    door: ".precept/ledger.json",
    by: "clone",
    reads: "the file, up to 64 MiB",
    writes: "`export`, `import`",
    runs: nothing,
    links: "inside",
    trial: { target: ["ledger.json", '{\n  "version": 1,\n  "files": {}\n}\n'], code: "ledger/unreadable" },
  },
  {
    door: ".precept/baseline.json",
    by: "clone",
    reads: "the file, up to 64 MiB",
    writes: "`check --update-baseline`, `--prune-baseline`; never over a file that is no baseline",
    runs: nothing,
    links: "inside",
    trial: {
      target: ["baseline.json", '{ "version": 1, "entries": [] }\n'],
      code: "policies/baseline-unreadable",
      command: ["check", "src/a.ts", "--json"],
    },
  },
  {
    door: ".precept/state",
    by: "clone",
    reads: "traces and caches of this machine",
    writes: "the same, for the user alone (700 and 600)",
    runs: nothing,
    links: "refused",
    trial: { target: ["traces.jsonl", ""], code: "state/refused" },
  },
  {
    door: ".precept/audit",
    by: "clone",
    reads: "the audit log",
    writes: "the same, for the user alone (700 and 600)",
    runs: nothing,
    links: "refused",
    trial: { target: ["soft_hooks.log", ""], code: "state/refused" },
  },
  {
    door: ".precept/rules.sqlite",
    by: "clone",
    reads: "the database, where `store.sqlite` asks for it",
    writes: "rules; the files that SQLite keeps beside it",
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
        "policies.notify",
        nothing,
        nothing,
        "the command, or a request to the address",
        "policies: { notify: { command: [true] } }",
      ],
      ["rules.personal", "other tools' personal files in the home directory", nothing, nothing, "rules: { personal: true }"],
    ] as const
  ).map(([door, reads, writes, runs, setting]): Door => ({ door, by: "clone", reads, writes, runs, setting })),
  {
    door: "`#[[file:…]]`, `@…` in rules",
    by: "clone",
    reads:
      "files of the project, up to 256 KiB; not in `.git`, none that git ignores, none that holds credentials by its name (`.env`, `*.pem`, `.npmrc`, …)",
    writes: nothing,
    runs: nothing,
  },
  {
    door: "`.git`, `.gitattributes`, submodules, bare repositories in the project",
    by: "clone",
    reads: "through git: the index, trees, what is ignored",
    writes: "`checkpoint`: objects, `refs/precept`, `.git/precept` (700 and 600), the index",
    runs: "git alone: no filter, hook, monitor, external diff, transport or helper that a repository names",
  },
  {
    door: "paths on the command line, `--root`, `--rules-dir`",
    by: "user",
    reads: "what they name; links in them as in a project",
    writes: "`check --fix`, `lint --fix`, `--baseline` with `--update-baseline`",
    runs: nothing,
  },
  {
    door: "`PRECEPT_TRUSTED_DIRS`, `trustedDirs` in `~/.precept/config.yaml`",
    by: "user",
    reads: "these directories, where links and settings of a project lead there",
    writes: "the same",
    runs: "`policies.notify` of a project inside one of them",
  },
  {
    door: "`~/.precept` (`PRECEPT_HOME`)",
    by: "user",
    reads: "the user's rules and configuration",
    writes: "rules of the scopes `user` and `global`; compiled code of Precept itself in `cache`",
    runs: nothing,
  },
  {
    door: "`VISUAL`, `EDITOR`",
    by: "user",
    reads: "a draft in a private temporary directory",
    writes: "the same",
    runs: "the editor, for `edit` and `create` in a terminal",
  },
];
