import { messageOf } from "@precept/files";
import { checkDatabase, type PostgresCheck, type Workspace } from "@precept/workspace";
import { count } from "../../terminal/text.ts";
import { fail, ok, warn, type Finding } from "./finding.ts";

/** Asks the servers that the configuration names whether they answer, and whether they are set up well. */
export async function checkEngines({ settings, cache, meaning }: Workspace): Promise<readonly Finding[]> {
  return [
    ...(settings.postgres === undefined ? [] : [await checkRuleDatabase(settings)]),
    ...(cache === undefined ? [] : [await checkCache(cache)]),
    ...(meaning === undefined ? [] : [await checkMeaning(meaning)]),
  ];
}

const minimumPostgres = 14;

/** The clocks of servers may differ by this much, in milliseconds. */
const maxClockDifference = 5000;

interface DatabaseProblem {
  readonly applies: (checked: PostgresCheck) => boolean;
  readonly level: typeof fail | typeof warn;
  readonly problem: (checked: PostgresCheck) => string;
  readonly fix: string;
}

/** What can be wrong with a database, the worst first. */
const databaseProblems: readonly DatabaseProblem[] = [
  {
    applies: ({ major }) => major < minimumPostgres,
    level: fail,
    problem: () => "is too old",
    fix: `Precept needs PostgreSQL ${minimumPostgres} or newer.`,
  },
  {
    applies: ({ isReadOnly }) => isReadOnly,
    level: fail,
    problem: () => "is read-only",
    fix: "Name the primary server in the URL, not a replica.",
  },
  {
    applies: ({ oldestFormat = 0, knownFormat }) => oldestFormat > knownFormat,
    level: fail,
    problem: () => "has tables of a newer Precept",
    fix: "Update Precept.",
  },
  {
    applies: ({ mayWrite }) => mayWrite === false,
    level: fail,
    problem: () => "does not let its user write rules",
    fix: "Grant the user all rights on the tables and sequences of the schema.",
  },
  {
    applies: ({ format = 0, knownFormat, mayCreate }) => format < knownFormat && !mayCreate,
    level: fail,
    problem: () => "does not let its user create the tables",
    fix: "Grant the user CREATE on the schema, or run a command that writes rules once as the owner of the schema.",
  },
  {
    applies: ({ format = 0, knownFormat }) => format < knownFormat,
    level: warn,
    problem: ({ format }) => (format === undefined ? "has no tables yet" : "has tables of an older Precept"),
    fix: "A server, or the next command that writes rules, creates or updates them.",
  },
  {
    applies: ({ clockAheadMs }) => Math.abs(clockAheadMs) > maxClockDifference,
    level: warn,
    problem: ({ clockAheadMs: ms }) => `has a clock that is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? "ahead" : "behind"}`,
    fix: "Synchronise the clocks of both machines.",
  },
  {
    applies: ({ seesAllRows }) => seesAllRows,
    level: warn,
    problem: () => "has no row-level security for its user",
    fix: "Connect as a role that is no superuser and has no BYPASSRLS.",
  },
  {
    applies: ({ unindexed = 0 }) => unindexed > 0,
    level: warn,
    problem: ({ unindexed = 0 }) => `cannot search ${count(unindexed, "change")} yet`,
    fix: "A server, or the next command that writes rules, indexes them.",
  },
];

async function checkRuleDatabase(settings: Workspace["settings"]): Promise<Finding> {
  const what = "database";
  try {
    const checked = (await checkDatabase(settings)) as PostgresCheck;
    const found = `PostgreSQL ${checked.version} answers`;
    const problem = databaseProblems.find(({ applies }) => applies(checked));
    return problem === undefined
      ? ok(what, found)
      : problem.level(what, `${found}, and ${problem.problem(checked)}`, problem.fix);
  } catch (error) {
    return fail(what, messageOf(error), "The rules of the database are missing until it answers.");
  }
}

async function checkMeaning(meaning: NonNullable<Workspace["meaning"]>): Promise<Finding> {
  const what = "search by meaning";
  try {
    const found = `Qdrant ${await meaning.version()}`;
    const { rules, points, isEqual } = await meaning.verify();
    if (isEqual) return ok(what, `${found} has the vectors of ${count(rules, "rule")}`);
    const difference = `${found} has ${points} vectors for ${count(rules, "rule")}, or vectors of older revisions`;
    return warn(what, difference, "A server that is started compares all rules, and adds what is missing.");
  } catch (error) {
    return fail(what, messageOf(error), "Rules are found by words until it answers.");
  }
}

const minimumRedis = 6;

async function checkCache(cache: NonNullable<Workspace["cache"]>): Promise<Finding> {
  const what = "shared cache";
  try {
    const { version, maxmemory, maxmemoryPolicy } = await cache.check();
    const found = version === undefined ? "answers; its user may not run INFO" : `Redis ${version} answers`;
    if (version !== undefined && Number.parseInt(version) < minimumRedis) {
      return fail(what, found, `Precept needs Redis ${minimumRedis} or newer, or Valkey.`);
    }
    const memory = "Set `maxmemory` and `maxmemory-policy allkeys-lru`, so that old values make room for new ones.";
    if (maxmemory === 0) return warn(what, `${found}, and its memory has no limit`, memory);
    if (maxmemoryPolicy === "noeviction") return warn(what, `${found}, and refuses values when its memory is full`, memory);
    return ok(what, found);
  } catch (error) {
    return fail(what, messageOf(error), "Rules are read from the database until it answers.");
  }
}
