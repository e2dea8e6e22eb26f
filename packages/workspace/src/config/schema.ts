import { promptFormats, ruleOrders, sessionTypes } from "@precept/contract/values";
import { dialects } from "@precept/mdc-compat";
import { tablesDocumentSchema } from "@precept/contract/policy";
import { tokenCounterIds } from "@precept/token-counters";
import * as z from "zod/mini";
import { userIdExpected, userIdPattern } from "../user-id.ts";
import { postgresUrlError, postgresUrlPattern } from "./postgres-url.ts";
import { redisUrlError, redisUrlPattern } from "./redis-url.ts";
import { memorySchema } from "./memory-schema.ts";
import { sessionsSchema } from "./sessions-schema.ts";
import { searchSchema } from "./search-schema.ts";
import { watchBackends } from "@precept/files";
import { flag, limit, oneOf, positive, secretSettings, section, setting, text, texts } from "./schema-parts.ts";

const dialectIds = dialects.map(({ id }) => id) as [string, ...string[]];

const tools = z.array(oneOf(dialectIds), { error: "must be a list of tools" });

const rules = section({
  dirs: setting(
    "Additional rule directories, in order of precedence. Relative to the project, or `~/…`. A directory outside the project is read only if the user trusts it.",
    texts,
  ),
  default: setting(
    "Whether to read the default rule directories: those of the project, the overlay, the user and the global ones. Default true.",
    flag,
  ),
  dialects: setting("The tools whose rule files are read, such as `[precept, cursor]`. Default: all supported tools.", tools),
  personal: setting(
    "Whether to read personal files of other tools, such as `~/.claude/rules`, as global rules. Only in a trusted project. Default false.",
    flag,
  ),
  ignore: setting(
    "Globs of directories whose rules are ignored, such as `examples/**`. With a leading `!`, the matching directories are not ignored.",
    texts,
  ),
  maxDirectories: setting(
    "The maximum number of directories of the project that are searched for rules, level by level. Default 500,000. Hidden directories, and directories of installed or generated files (`node_modules`, `vendor`, `dist`, …), are never searched. Directories above the files that a request names always are.",
    positive,
  ),
  maxDepth: setting("The maximum depth of the search for rules, in levels below the project. Default 32.", positive),
});

const postgres = section({
  url: setting(
    "The server and the database, without a password: `postgres://precept@db.internal:5432/rules`. The variable PGPASSWORD can have the password.",
    text.check(z.regex(postgresUrlPattern, { error: postgresUrlError("urlEnv") })),
  ),
  ...secretSettings("url", "URL, which can have a password", "DATABASE_URL"),
  schema: setting("The schema of the tables. Default `precept`.", text),
});

const redis = section({
  url: setting(
    "The server, without a password: `redis://cache.internal:6379`, or `rediss://…` for TLS.",
    text.check(z.regex(redisUrlPattern, { error: redisUrlError("urlEnv") })),
  ),
  ...secretSettings("url", "URL, which can have a password", "REDIS_URL"),
  prefix: setting(
    "The beginning of the keys. Different databases of rules in one Redis need different prefixes. Default `precept`.",
    text,
  ),
});

const cache = section({
  redis: setting(
    "A Redis 6 or Valkey server that holds rules of `store.postgres` for many servers. Only in a trusted project. Default: none.",
    redis,
  ),
});

const store = section({
  postgres: setting("A PostgreSQL database of rules for many servers. Only in a trusted project. Default: none.", postgres),
  sqlite: setting(
    "A SQLite database of rules: its path, relative to the project, or `true` for `.precept/rules.sqlite`. Default: none.",
    z.union([flag, text], { error: "must be a path, true or false" }),
  ),
});

const budget = section({
  characters: setting("The maximum total length of the rules, in characters. Default 100,000.", limit),
  bytes: setting(
    "The maximum total length of the rules, in UTF-8 bytes. Default: that of the tool if it reads a limited number, otherwise no limit.",
    limit,
  ),
  tokens: setting("The maximum total length of the rules, in tokens as `tokens.counter` counts them. Default: no limit.", limit),
  rules: setting("The maximum number of rules. Default: no limit.", limit),
  dialectRules: setting("The maximum number of rules from files of other tools. Default 64.", limit),
  requestable: setting(
    "The maximum length of the list of the rules that the agent can ask for, in characters. 0: no list. Default 10,000.",
    limit,
  ),
  overflow: setting(
    "What to do with the first rule that does not fit: `drop` omits it, `ellipsis` truncates it. Default `drop`.",
    oneOf(["drop", "ellipsis"]),
  ),
});

const exportTargets = z.union([z.literal("detected"), z.array(oneOf([...dialectIds, "detected"]))], {
  error: `must be \`detected\`, or a list of ${dialectIds.join(", ")}`,
});

const exports = section({
  to: setting(
    "The tools that `precept export` writes files for by default, such as `[cursor, claude]`. `detected` stands for all tools that the project uses.",
    exportTargets,
  ),
  from: setting("The tools whose rules are exported; `precept` stands for native rules. Default: all rules.", tools),
  lossy: setting(
    "Whether to export rules that a tool cannot express exactly, in the closest form that it can. Default false.",
    flag,
  ),
  gitignore: setting(
    "Whether exports list the files that they write in `.gitignore`, so that git ignores them. `false` removes the list. Default: a list that is there is updated.",
    flag,
  ),
});

const references = section({
  allow: setting(
    "Directories outside the project that `#[[file:…]]` references may read from. Relative to the project, or `~/…`.",
    texts,
  ),
});

const audit = section({
  dir: setting("The directory of the audit log, relative to the project. Default `.precept/audit`.", text),
  mask: setting("Names of fields whose values are masked in the audit log, in addition to values that look like secrets.", texts),
  keep: setting("The number of rotated audit log files to retain. Default: all.", positive),
});

const url = text.check(z.regex(/^https?:\/\/\S+$/, { error: "must begin with http:// or https://" }));

const notifyRoute = section({
  command: setting("A program and its arguments. It receives the violation as JSON on standard input.", texts),
  webhook: setting("A URL that receives the violation as JSON, by POST.", url),
});

const notify = section({
  recipients: setting(
    "Where each recipient is notified: `HUMAN_ADMIN`, whose default is the command and the webhook next to this, and `QUICK_FIX_CHANNEL`, which gets violations with the action QUICK_FIX only if it is named here.",
    section({
      HUMAN_ADMIN: setting("The human who is responsible.", notifyRoute),
      QUICK_FIX_CHANNEL: setting("Who applies small corrections (`MINOR_FIX`).", notifyRoute),
    }),
  ),
  command: setting(
    "A program and its arguments, such as `[notify-send, Precept]`. It receives the violation as JSON on standard input.",
    texts,
  ),
  webhook: setting("A URL that receives the violation as JSON, by POST.", url),
  timeout: setting("The timeout of an attempt, in milliseconds. Default 5,000.", positive),
  retries: setting("The number of retries. Default 2.", limit),
});

const watch = section({
  backend: setting(
    "How a watching process notices changes. `events`: the system reports them. `polling`: files and directories are compared twice a second, for network and container mounts that report no changes. Default `events`.",
    oneOf(watchBackends),
  ),
  rescan: setting(
    "The interval at which a watching process reads everything again, in seconds, to find changes that the system did not report. 0 disables rescans. Default 60. Rescans take at most 2% of the time.",
    limit,
  ),
});

const context = section({
  dir: setting(
    "The directory of the agent context (AGENTS.md, SPIRIT.md, OWNER.md, TOOLS.md, MEMORY.md and `memory/`), relative to the project. Default: the project.",
    text,
  ),
  timeZone: setting(
    "The IANA time zone that decides which daily notes are today's and yesterday's, such as `Europe/Berlin`. Default: that of the system.",
    text.check(z.refine(isTimeZone, { error: "must be an IANA time zone, such as Europe/Berlin" })),
  ),
  maxFileCharacters: setting(
    "The maximum length of one file of the agent context, in characters. The rest is omitted, with a note. Default 20,000.",
    limit,
  ),
  maxCharacters: setting("The maximum length of all files of the agent context together, in characters. Default 100,000.", limit),
  hookSessions: setting(
    "`main`: hooks give MEMORY.md, the daily notes and BOOTSTRAP.md to the sessions of coding agents, once. `shared`: they do not, because others than the owner see the sessions. Default: `main`, and `shared` where the environment variable `CI` is set.",
    oneOf(sessionTypes),
  ),
});

const policies = section({
  dirs: setting("Additional policy directories besides `.precept/policies`. Relative to the project, or `~/…`.", texts),
  starters: setting("The starter policies to use, such as `[secrets, git-safety]`.", texts),
  ignore: setting(
    "Globs of files that `precept check` skips unless they are named, such as `fixtures/**`. With a leading `!`, the matching files are not skipped.",
    texts,
  ),
  shadow: setting("Whether all policies only report violations, without any action. Default false.", flag),
  baseline: setting(
    "The baseline file with the accepted violations, relative to the project. Default `.precept/baseline.json`.",
    text,
  ),
  audit: setting("The audit log of violations.", audit),
  notify: setting("How a person is notified. Only in a trusted project.", notify),
  rollback: setting(
    "Whether a violation that stops an agent also restores the working tree to the last checkpoint. Only in a trusted project. Default: whether " +
      "`rollback: true` is set for a priority in `tables.priority_mapping`, otherwise false.",
    flag,
  ),
  keepCheckpoints: setting(
    "The number of checkpoints of the working tree to retain; the oldest are removed first. Default 100.",
    positive,
  ),
  tables: setting(
    "The priority of each severity, the action for each priority, and the phases in which it is checked.",
    tablesDocumentSchema,
  ),
  maxFixes: setting("The default maximum number of violations of one policy to fix in one text. Default: all.", positive),
});

const tokens = section({
  counter: setting(
    "`tokenx`: an estimate by words. `gpt-tokenizer`: exact for OpenAI's models; needs the package gpt-tokenizer. `characters`: four characters per token. Default `tokenx`.",
    oneOf(tokenCounterIds),
  ),
  model: setting(
    "The model that reads the rules, such as `claude-opus-4-7` or `gpt-5`. Its tokenizer decides the count. Default: none.",
    text,
  ),
});

/** The schema of `.precept/config.yaml`. Validation, the JSON Schema for editors and the reference come from it. */
export const configSchema = section({
  rules: setting("Where rules are read from.", rules),
  store: setting("Other stores of rules.", store),
  cache: setting("Caches that servers share.", cache),
  user: setting(
    "The user whose personal rules are read.",
    text.check(z.regex(userIdPattern, { error: `must consist of ${userIdExpected}` })),
  ),
  tool: setting("The tool that the rules are for, such as `claude`. Default: any.", text),
  project: setting("The id of the project, for rules that belong to one project.", text),
  budget: setting("The limits of the prompt section.", budget),
  tokens: setting("How the tokens of rules are counted.", tokens),
  order: setting(
    "The order of the rules. `priority`: by scope and priority. `source`: by file. Default `priority`.",
    oneOf(ruleOrders),
  ),
  format: setting(
    "The format of the prompt section. Default `compact` for hooks and MCP, else `markdown`.",
    oneOf(promptFormats),
  ),
  export: setting("Export to files of other tools.", exports),
  references: setting("The files that rules can include.", references),
  policies: setting("The policies and their enforcement.", policies),
  context: setting("The files that an agent boots from.", context),
  search: setting("Finding rules by their text.", searchSchema),
  memory: setting("Rules that agents add.", memorySchema),
  sessions: setting("The records of what agents received.", sessionsSchema),
  watch: setting("Watching for changes.", watch),
});

/** Whether a text is an IANA time zone that this system knows. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
