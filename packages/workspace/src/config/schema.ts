import { promptFormats, ruleOrders } from "@precept/contract/values";
import { described } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import { tablesDocumentSchema } from "@precept/contract/policy";
import * as z from "zod/mini";
import { userIdExpected, userIdPattern } from "../user-id.ts";
import { searchSchema } from "./search-schema.ts";
import { tokensSchema } from "./tokens-schema.ts";
import { flag, isTimeZone, limit, oneOf, section, text, texts } from "./schema-parts.ts";

const dialectIds = dialects.map(({ id }) => id) as [string, ...string[]];

const count = { error: "must be an integer of at least 1" };

const rules = section({
  dirs: described(
    "Additional rule directories, in order of precedence. Relative to the project, or `~/…`. A directory outside the project is read only if the user trusts it.",
    z.exactOptional(texts),
  ),
  default: described(
    "Whether to read the default rule directories: those of the project, the overlay, the user and the global ones. Default true.",
    z.exactOptional(flag),
  ),
  dialects: described(
    "The tools whose rule files are read, such as `[precept, cursor]`. Default: all supported tools.",
    z.exactOptional(z.array(oneOf(dialectIds), { error: "must be a list of tools" })),
  ),
  personal: described(
    "Whether to read personal files of other tools, such as `~/.claude/rules`, as global rules. Only in a trusted project. Default false.",
    z.exactOptional(flag),
  ),
  ignore: described(
    "Globs of directories whose rules are ignored, such as `examples/**`. With a leading `!`, the matching directories are not ignored.",
    z.exactOptional(texts),
  ),
  maxDirectories: described(
    "The maximum number of directories of the project that are searched for rules, level by level. Default 500,000. Hidden directories, and directories of installed or generated files (`node_modules`, `vendor`, `dist`, …), are never searched. Directories above the files that a request names always are.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  maxDepth: described(
    "The maximum depth of the search for rules, in levels below the project. Default 32.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

const store = section({
  sqlite: described(
    "A SQLite database of rules: its path, relative to the project, or `true` for `.precept/rules.sqlite`. Default: none.",
    z.exactOptional(z.union([flag, text], { error: "must be a path, true or false" })),
  ),
});

const budget = section({
  characters: described("The maximum total length of the rules, in characters. Default 100,000.", z.exactOptional(limit)),
  bytes: described(
    "The maximum total length of the rules, in UTF-8 bytes. Default: that of the tool if it reads a limited number, otherwise no limit.",
    z.exactOptional(limit),
  ),
  tokens: described(
    "The maximum total length of the rules, in tokens as `tokens.counter` counts them. Default: no limit.",
    z.exactOptional(limit),
  ),
  rules: described("The maximum number of rules. Default: no limit.", z.exactOptional(limit)),
  dialectRules: described("The maximum number of rules from files of other tools. Default 64.", z.exactOptional(limit)),
  overflow: described(
    "What to do with the first rule that does not fit: `drop` omits it, `ellipsis` truncates it. Default `drop`.",
    z.exactOptional(oneOf(["drop", "ellipsis"])),
  ),
});

const exportTargets = z.union([z.literal("detected"), z.array(oneOf([...dialectIds, "detected"]))], {
  error: `must be \`detected\`, or a list of ${dialectIds.join(", ")}`,
});

const exports = section({
  to: described(
    "The tools that `precept export` writes files for by default, such as `[cursor, claude]`. `detected` stands for all tools that the project uses.",
    z.exactOptional(exportTargets),
  ),
  from: described(
    "The tools whose rules are exported; `precept` stands for native rules. Default: all rules.",
    z.exactOptional(z.array(oneOf(dialectIds), { error: "must be a list of tools" })),
  ),
  lossy: described(
    "Whether to export rules that a tool cannot express exactly, in the closest form that it can. Default false.",
    z.exactOptional(flag),
  ),
});

const references = section({
  allow: described(
    "Directories outside the project that `#[[file:…]]` references may read from. Relative to the project, or `~/…`.",
    z.exactOptional(texts),
  ),
});

const audit = section({
  dir: described("The directory of the audit log, relative to the project. Default `.precept/audit`.", z.exactOptional(text)),
  mask: described(
    "Names of fields whose values are masked in the audit log, in addition to values that look like secrets.",
    z.exactOptional(texts),
  ),
  keep: described(
    "The number of rotated audit log files to retain. Default: all.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

const notifyRoute = section({
  command: described("A program and its arguments. It receives the violation as JSON on standard input.", z.exactOptional(texts)),
  webhook: described(
    "A URL that receives the violation as JSON, by POST.",
    z.exactOptional(text.check(z.regex(/^https?:\/\/\S+$/, { error: "must begin with http:// or https://" }))),
  ),
});

const notify = section({
  recipients: described(
    "Where each recipient is notified: `HUMAN_ADMIN`, whose default is the command and the webhook next to this, and `QUICK_FIX_CHANNEL`, which gets violations with the action QUICK_FIX only if it is named here.",
    z.exactOptional(
      section({
        HUMAN_ADMIN: described("The human who is responsible.", z.exactOptional(notifyRoute)),
        QUICK_FIX_CHANNEL: described("Who applies small corrections (`MINOR_FIX`).", z.exactOptional(notifyRoute)),
      }),
    ),
  ),
  command: described(
    "A program and its arguments, such as `[notify-send, Precept]`. It receives the violation as JSON on standard input.",
    z.exactOptional(texts),
  ),
  webhook: described(
    "A URL that receives the violation as JSON, by POST.",
    z.exactOptional(text.check(z.regex(/^https?:\/\/\S+$/, { error: "must begin with http:// or https://" }))),
  ),
  timeout: described(
    "The timeout of an attempt, in milliseconds. Default 5,000.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  retries: described("The number of retries. Default 2.", z.exactOptional(limit)),
});

const watch = section({
  rescan: described(
    "The interval at which a watching process reads everything again, in seconds, to find changes that the system did not report. 0 disables rescans. Default 60. Rescans take at most 2% of the time.",
    z.exactOptional(limit),
  ),
});

const context = section({
  dir: described(
    "The directory of the agent context (AGENTS.md, SPIRIT.md, OWNER.md, TOOLS.md, MEMORY.md and `memory/`), relative to the project. Default: the project.",
    z.exactOptional(text),
  ),
  timeZone: described(
    "The IANA time zone that decides which daily notes are today's and yesterday's, such as `Europe/Berlin`. Default: that of the system.",
    z.exactOptional(text.check(z.refine(isTimeZone, { error: "must be an IANA time zone, such as Europe/Berlin" }))),
  ),
  maxFileCharacters: described(
    "The maximum length of one file of the agent context, in characters. The rest is omitted, with a note. Default 20,000.",
    z.exactOptional(limit),
  ),
  maxCharacters: described(
    "The maximum length of all files of the agent context together, in characters. Default 100,000.",
    z.exactOptional(limit),
  ),
});

const policies = section({
  dirs: described(
    "Additional policy directories besides `.precept/policies`. Relative to the project, or `~/…`.",
    z.exactOptional(texts),
  ),
  starters: described("The starter policies to use, such as `[secrets, git-safety]`.", z.exactOptional(texts)),
  ignore: described(
    "Globs of files that `precept check` skips unless they are named, such as `fixtures/**`. With a leading `!`, the matching files are not skipped.",
    z.exactOptional(texts),
  ),
  shadow: described("Whether all policies only report violations, without any action. Default false.", z.exactOptional(flag)),
  baseline: described(
    "The baseline file with the accepted violations, relative to the project. Default `.precept/baseline.json`.",
    z.exactOptional(text),
  ),
  audit: described("The audit log of violations.", z.exactOptional(audit)),
  notify: described("How a person is notified. Only in a trusted project.", z.exactOptional(notify)),
  rollback: described(
    "Whether a violation that stops an agent also restores the working tree to the last checkpoint. Only in a trusted project. Default: whether " +
      "`rollback: true` is set for a priority in `tables.priority_mapping`, otherwise false.",
    z.exactOptional(flag),
  ),
  keepCheckpoints: described(
    "The number of checkpoints of the working tree to retain; the oldest are removed first. Default 100.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  tables: described(
    "The priority of each severity, the action for each priority, and the phases in which it is checked.",
    z.exactOptional(tablesDocumentSchema),
  ),
  maxFixes: described(
    "The default maximum number of violations of one policy to fix in one text. Default: all.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

/** The schema of `.precept/config.yaml`. Validation, the JSON Schema for editors and the reference come from it. */
export const configSchema = section({
  rules: described("Where rules are read from.", z.exactOptional(rules)),
  store: described("Other stores of rules.", z.exactOptional(store)),
  user: described(
    "The user whose personal rules are read.",
    z.exactOptional(text.check(z.regex(userIdPattern, { error: `must consist of ${userIdExpected}` }))),
  ),
  tool: described("The tool that the rules are for, such as `claude`. Default: any.", z.exactOptional(text)),
  project: described("The id of the project, for rules that belong to one project.", z.exactOptional(text)),
  budget: described("The limits of the prompt section.", z.exactOptional(budget)),
  tokens: described("How the tokens of rules are counted.", z.exactOptional(tokensSchema)),
  order: described(
    "The order of the rules. `priority`: by scope and priority. `source`: by file. Default `priority`.",
    z.exactOptional(oneOf(ruleOrders)),
  ),
  format: described(
    "The format of the prompt section. Default `compact` for hooks, MCP and middleware, else `markdown`.",
    z.exactOptional(oneOf(promptFormats)),
  ),
  export: described("Export to files of other tools.", z.exactOptional(exports)),
  references: described("The files that rules can include.", z.exactOptional(references)),
  policies: described("The policies and their enforcement.", z.exactOptional(policies)),
  context: described("The files that an agent boots from.", z.exactOptional(context)),
  search: described("Finding rules by their text.", z.exactOptional(searchSchema)),
  watch: described("Watching for changes.", z.exactOptional(watch)),
});
