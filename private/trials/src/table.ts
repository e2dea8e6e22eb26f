import { testTrial } from "./run-tests.ts";
import type { Trial } from "./trial.ts";

export interface TrialRow {
  /** What must hold, in one line. */
  readonly about: string;
  /** How many rounds run if nothing else is asked for. */
  readonly rounds: number;
  readonly load: () => Promise<Trial>;
  /** Whether `pnpm test` runs one round in the size of a sample. The other rows say in the README what runs instead. */
  readonly isSampled: boolean;
}

/** All trials, by name. */
export const trials: Readonly<Record<string, TrialRow>> = {
  "cache-histories": {
    about: "cached stores of several clients never return an outdated answer",
    rounds: 100,
    load: () => import("./cache-histories/trial.ts"),
    isSampled: true,
  },
  console: {
    about: "the console shows what `precept explain` prints, runs nothing that it shows, and follows changes and losses",
    rounds: 10,
    load: () => import("./console/trial.ts"),
    isSampled: false,
  },
  "days-work": {
    about: "ordinary commands and edits from the histories in PRECEPT_HISTORIES are hardly ever denied or asked about",
    rounds: 3,
    load: () => import("./days-work/trial.ts"),
    isSampled: false,
  },
  "eval-kills": {
    about: "a killed eval continues where it was, and its report is the one of an eval that was not killed",
    rounds: 20,
    load: () => import("./eval-kills/trial.ts"),
    isSampled: process.platform !== "win32",
  },
  "every-action": {
    about: "an action has the same outcome in every shape of every host",
    rounds: 20,
    load: () => import("./every-action/trial.ts"),
    isSampled: false,
  },
  "foreign-actions": {
    about: "what the starters do about the actions of PRECEPT_ACTIONS, which others collected",
    rounds: 1,
    load: () => import("./foreign-actions/trial.ts"),
    isSampled: false,
  },
  "injection-curves": {
    about: "how many injections of PRECEPT_ACTIONS and harmless texts the sum of weak signs finds, by threshold",
    rounds: 1,
    load: () => import("./injection-curves/trial.ts"),
    isSampled: false,
  },
  "four-writers": {
    about: "each change that four processes acknowledge is stored exactly once",
    rounds: 12,
    load: () => import("./four-writers/trial.ts"),
    isSampled: false,
  },
  "framework-versions": {
    about: "the adapters work with older versions of their frameworks",
    rounds: 8,
    load: () => import("./framework-versions/trial.ts"),
    isSampled: false,
  },
  "hostile-clones": {
    about: "random commands in a hostile repository read, write and run nothing outside it",
    rounds: 600,
    load: () => import("./hostile-clones/trial.ts"),
    isSampled: true,
  },
  "live-model": {
    about: "watched workspaces answer like newly opened ones",
    rounds: 10,
    load: () => import("./live-model/trial.ts"),
    isSampled: true,
  },
  "memory-kills": {
    about:
      "killed processes lose no acknowledged entry of MEMORY.md, and no rule that was added, corrected, reviewed or captured",
    rounds: 100,
    load: () => import("./memory-kills/trial.ts"),
    isSampled: process.platform !== "win32",
  },
  "many-servers": {
    about: "three servers on one PostgreSQL lose no write, serve no outdated read and skip or repeat no event, whatever fails",
    rounds: 20,
    load: () => import("./many-servers/trial.ts"),
    isSampled: false,
  },
  mutation: {
    about: "tests notice a changed operator or constant of the source; those that they do not are listed",
    rounds: 200,
    load: () => import("./mutation/trial.ts"),
    isSampled: false,
  },
  "option-effects": {
    about: "every option that all commands share has an effect on a command, or the command refuses it",
    rounds: 7,
    load: () => import("./option-effects/trial.ts"),
    isSampled: true,
  },
  "peer-kills": {
    about: "two clients of a database agree after either is killed",
    rounds: 100,
    load: () => import("./peer-kills/trial.ts"),
    isSampled: true,
  },
  properties: {
    about: "properties hold with other seeds than the pinned one",
    rounds: 4,
    load: () => import("./properties/trial.ts"),
    isSampled: false,
  },
  "real-hosts": {
    about: "coding agents that are installed obey the hooks, and their models receive the rules that the records say",
    rounds: 6,
    load: () => import("./real-hosts/trial.ts"),
    isSampled: false,
  },
  "rollback-kills": {
    about: "a killed restore or undo leaves exactly the old or the new state",
    rounds: 100,
    load: () => import("./rollback-kills/trial.ts"),
    isSampled: process.platform !== "win32",
  },
  "server-kills": {
    about: "a killed server has every acknowledged write and continues its events",
    rounds: 50,
    load: () => import("./server-kills/trial.ts"),
    isSampled: true,
  },
  "server-soak": {
    about: "a server under load gives right answers and does not grow",
    rounds: 1,
    load: () => import("./server-soak/trial.ts"),
    isSampled: true,
  },
  "session-breaches": {
    about: "adherence finds each breach of 100 sessions and no other, recorded by hooks or imported from transcripts",
    rounds: 20,
    load: () => import("./session-breaches/trial.ts"),
    isSampled: true,
  },
  "shared-cache": {
    about: "of three processes with one Redis and one PostgreSQL, none answers without a write, and 97 % of requests are hits",
    rounds: 10,
    load: () => import("./shared-cache/trial.ts"),
    // It takes 20 seconds, and `pnpm trials --sample` runs it.
    isSampled: false,
  },
  "shared-session": {
    about: "a shared session cannot get the agent's memory over any route",
    rounds: 200,
    load: () => import("./shared-session/trial.ts"),
    isSampled: false,
  },
  "slow-tests": {
    about: "what `pnpm test` leaves out: tests with the tag `slow`, most of which start many processes",
    rounds: 1,
    load: () => import("./slow-tests/trial.ts"),
    isSampled: false,
  },
  spellings: {
    about: "the starters stop dangerous commands in many spellings, and not harmless ones in the same spellings",
    rounds: 1,
    load: () => import("./spellings/trial.ts"),
    isSampled: true,
  },
  "stopped-process": {
    about: "a process that is stopped and continued at random moments gives the same verdicts",
    rounds: 10,
    load: () => import("./stopped-process/trial.ts"),
    isSampled: process.platform !== "win32",
  },
  "transfer-corpus": {
    about: "in each repository of PRECEPT_CORPUS every tool gets every rule, and a revert gives all files back",
    rounds: 25,
    load: () => import("./transfer-corpus/trial.ts"),
    isSampled: false,
  },
  "transfer-kills": {
    about: "no handwritten text is lost if the process of a command is killed",
    rounds: 100,
    load: () => import("./transfer-kills/trial.ts"),
    isSampled: false,
  },
  "transfer-model": {
    about: "no handwritten text is lost by imports, edits, exports and reverts",
    rounds: 50,
    load: () => import("./transfer-model/trial.ts"),
    isSampled: true,
  },
  "weaken-policies": {
    about: "no attempt to weaken a starter policy succeeds without a report",
    rounds: 80,
    load: () => import("./weaken-policies/trial.ts"),
    isSampled: true,
  },
  ...tests({
    "audit-kills": {
      about: "killed processes lose no acknowledged entry of the audit log",
      rounds: 10,
      files: ["packages/audit-log/src/processes.test.ts"],
    },
    "file-system-root": {
      about: "a project whose rule directory is `/` is read up to the limits",
      rounds: 1,
      files: ["packages/workspace/src/search-limits.test.ts"],
    },
    "hostile-commands": {
      about: "no command reads, writes or runs anything outside a hostile repository",
      rounds: 1,
      files: ["private/e2e/src/hostile/clones.test.ts"],
    },
    "http-contract": {
      about: "a server answers every malformed request with a documented status",
      rounds: 10,
      files: ["apps/server/src/contract.test.ts", "apps/server/src/mcp/contract.test.ts"],
    },
    isolation: {
      about: "no request reads or changes the rules of another tenant",
      rounds: 10,
      files: ["apps/server/src/routes/rules/isolation.properties.test.ts"],
    },
    "tenant-isolation": {
      about: "a tenant gets the same answers and news whatever other tenants write",
      rounds: 3,
      files: ["private/e2e/src/memory/tenants.test.ts"],
    },
    guides: {
      about: "the commands of all guides run in empty directories, and print what the guides say",
      rounds: 1,
      files: ["private/e2e/src/guides/guides.test.ts"],
    },
    "entry-points": {
      about: "each way to call Precept reads the same environment",
      rounds: 1,
      files: ["private/e2e/src/entry-points/same-environment.test.ts"],
    },
    "database-races": {
      about: "of concurrent writes of several processes to one database exactly the right ones are accepted",
      rounds: 3,
      files: ["packages/store-sqlite/src/processes.test.ts"],
    },
    "store-kills": {
      about: "stores of files and databases have every acknowledged rule after the process of the writer was killed",
      rounds: 3,
      files: ["packages/store-fs/src/faults.test.ts", "packages/store-sqlite/src/crash.test.ts"],
    },
    "mcp-versions": {
      about: "clients of either generation of MCP get the same answers, and harm no server",
      rounds: 1,
      files: ["apps/server/src/mcp", "packages/mcp/src/server/hostile-clients.test.ts"],
    },
    "round-trips": {
      about: "named repositories get their files back after an import and two exports",
      rounds: 1,
      files: ["private/trials/src/transfer-model/round-trip.test.ts"],
    },
    "lock-kills": {
      about: "killed processes block no other process and leave no lock",
      rounds: 5,
      files: ["packages/files/src/lock-processes.test.ts"],
    },
    "rollback-model": {
      about: "a rollback after any sequence of changes restores files and the index byte for byte",
      rounds: 5,
      files: ["packages/enforcement/src/git/roll-back.properties.test.ts"],
    },
    "snapshot-model": {
      about:
        "commands and scripts do with what they remember what they do without it, after any changes of files and of what is remembered",
      rounds: 5,
      files: ["apps/cli/src/snapshot.properties.test.ts", "apps/cli/src/code-cache.properties.test.ts"],
    },
    "store-contract": {
      about: "stores of files and databases behave like the reference store",
      rounds: 3,
      files: [
        "packages/store-fs/src/contract.test.ts",
        "packages/store-sqlite/src/contract.test.ts",
        "packages/store-sqlite/src/node-sqlite.test.ts",
        "packages/store-testkit/src/cached-store.test.ts",
        "packages/store-testkit/src/kinds-of-stores.test.ts",
      ],
    },
    "store-mutants": {
      about: "the contract of stores detects each broken store, as its golden table says",
      rounds: 1,
      files: ["packages/store-testkit/src/mutants.test.ts"],
    },
  }),
};

interface TestRow {
  readonly about: string;
  readonly rounds: number;
  readonly files: readonly string[];
}

/** Rows for test files that `pnpm test` runs in the size of a sample. */
function tests(rows: Readonly<Record<string, TestRow>>): Readonly<Record<string, TrialRow>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { about, rounds, files }]) => [
      name,
      { about, rounds, load: () => Promise.resolve({ runRound: testTrial(...files) }), isSampled: false },
    ]),
  );
}
