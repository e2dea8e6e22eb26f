import { described, promptFormats } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import { tablesDocumentSchema } from "@precept/governance/tables";
import * as z from "zod/mini";
import { userIdExpected, userIdPattern } from "../user-id.ts";
import { flag, limit, oneOf, section, text, texts } from "./schema-parts.ts";

const dialectIds = dialects.map(({ id }) => id) as [string, ...string[]];

const count = { error: "has to be a whole number from 1 on" };

const rules = section({
  dirs: described(
    "Directories to read rules from besides the usual places, in order. Relative to the project, or `~/…`. One outside the project is read only where the user trusts it.",
    z.exactOptional(texts),
  ),
  default: described(
    "Whether rules are read from the usual places: the project's own, the overlay, the user's and the global ones. Default true.",
    z.exactOptional(flag),
  ),
  dialects: described(
    "The tools whose rule files are read, such as `[precept, cursor]`. Default: every tool that is known.",
    z.exactOptional(z.array(oneOf(dialectIds), { error: "has to be a list of tools" })),
  ),
  personal: described(
    "Whether other tools' personal files, such as `~/.claude/rules`, are read as global rules. Only in a project that is trusted. Default false.",
    z.exactOptional(flag),
  ),
  ignore: described(
    "Globs of directories below the project whose rules are left alone, such as `examples/**`. A leading `!` takes directories out again.",
    z.exactOptional(texts),
  ),
  maxDirectories: described(
    "How many directories of the project are searched for rules, level by level. Default 20000. Hidden directories, and those that usually hold fetched or generated files (`node_modules`, `vendor`, `dist`, …), are never searched. Directories above the files that a request names always are.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  maxDepth: described(
    "How many levels below the project directories are searched for rules. Default 32.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

const store = section({
  sqlite: described(
    "A database with rules: its path, relative to the project, or `true` for `.precept/rules.sqlite`. Default: none.",
    z.exactOptional(z.union([flag, text], { error: "has to be a path, or true or false" })),
  ),
});

const budget = section({
  characters: described("How long the rules' texts may be together. Default 100000.", z.exactOptional(limit)),
  tokens: described("The same in tokens. Default: no limit.", z.exactOptional(limit)),
  rules: described("How many rules may apply. Default: no limit.", z.exactOptional(limit)),
  dialectRules: described("How many of them may be from other tools' files. Default 64.", z.exactOptional(limit)),
  overflow: described(
    "What becomes of the first rule that does not fit: `drop` leaves it out, `ellipsis` cuts it. Default `drop`.",
    z.exactOptional(oneOf(["drop", "ellipsis"])),
  ),
});

const exports = section({
  to: described(
    "The tools that `precept export` writes for where the command names none, such as `[cursor, claude]`.",
    z.exactOptional(z.array(oneOf(dialectIds), { error: "has to be a list of tools" })),
  ),
  from: described(
    "Of which tools' files the rules are written, native ones being `precept`. Default: all rules.",
    z.exactOptional(z.array(oneOf(dialectIds), { error: "has to be a list of tools" })),
  ),
  lossy: described(
    "Whether what a tool can't express is written all the same, as the closest thing that it can. Default false.",
    z.exactOptional(flag),
  ),
});

const references = section({
  allow: described(
    "Directories outside the project that `#[[file:…]]` in rules may read from. Relative to the project, or `~/…`.",
    z.exactOptional(texts),
  ),
});

const audit = section({
  dir: described("Where the audit log is, relative to the project. Default `.precept/audit`.", z.exactOptional(text)),
  mask: described(
    "Names of fields whose values are never written to the audit log, beside those that look like secrets anyway.",
    z.exactOptional(texts),
  ),
  keep: described(
    "How many full files of the audit log are kept beside the current one. Default: all.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

const notify = section({
  command: described(
    "A program and its arguments, such as `[notify-send, Precept]`. It gets the violation as JSON on its standard input.",
    z.exactOptional(texts),
  ),
  webhook: described(
    "An address that gets the violation as JSON, by POST.",
    z.exactOptional(text.check(z.regex(/^https?:\/\/\S+$/, { error: "has to begin with http:// or https://" }))),
  ),
  timeout: described(
    "How long one attempt may take, in milliseconds. Default 5000.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  retries: described("How often it is tried again. Default 2.", z.exactOptional(limit)),
});

const watch = section({
  rescan: described(
    "How often a process that watches the project reads everything again, in seconds, for changes that the system did not report. 0 turns it off. Default 60. It takes at most one fiftieth of the time.",
    z.exactOptional(limit),
  ),
});

const policies = section({
  dirs: described(
    "Directories to read policies from besides `.precept/policies`. Relative to the project, or `~/…`.",
    z.exactOptional(texts),
  ),
  starters: described("Policies that come with Precept, such as `[secrets, git-safety]`.", z.exactOptional(texts)),
  ignore: described(
    "Globs of files that `precept check` leaves alone unless they are named, such as `fixtures/**`. A leading `!` takes files out again.",
    z.exactOptional(texts),
  ),
  shadow: described(
    "Whether all policies only report, and nothing is done about violations. Default false.",
    z.exactOptional(flag),
  ),
  baseline: described(
    "The file with the violations that are accepted, relative to the project. Default `.precept/baseline.json`.",
    z.exactOptional(text),
  ),
  audit: described("What is written down about violations.", z.exactOptional(audit)),
  notify: described("How a person is called in. Only a project that is trusted may do so.", z.exactOptional(notify)),
  rollback: described(
    "Whether a violation that stops an agent also takes the work tree back to the last checkpoint. Default false.",
    z.exactOptional(flag),
  ),
  keepCheckpoints: described(
    "How many checkpoints of the work tree are kept; the oldest go first. Default 100.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
  tables: described(
    "Which priority a severity has, what is done about each priority, and when it is checked.",
    z.exactOptional(tablesDocumentSchema),
  ),
  maxFixes: described(
    "How many violations of one policy are fixed in one text where the policy does not say. Default: all.",
    z.exactOptional(z.int(count).check(z.gte(1, count))),
  ),
});

/** `.precept/config.yaml`: the one description of its keys, from which reading, the editor's JSON Schema and the reference are made. */
export const configSchema = section({
  rules: described("Where rules are read from.", z.exactOptional(rules)),
  store: described("Where else rules are kept.", z.exactOptional(store)),
  user: described(
    "Whose personal rules are read.",
    z.exactOptional(text.check(z.regex(userIdPattern, { error: `has to consist of ${userIdExpected}` }))),
  ),
  tool: described("The tool that reads the answers, such as `claude`. Default: any.", z.exactOptional(text)),
  project: described("The project's id, for rules that belong to one project.", z.exactOptional(text)),
  budget: described("How much of a prompt the rules may take.", z.exactOptional(budget)),
  order: described(
    "`priority`: by scope and priority. `source`: in the order of the files. Default `priority`.",
    z.exactOptional(oneOf(["priority", "source"])),
  ),
  format: described("How the prompt section is written. Default `markdown`.", z.exactOptional(oneOf(promptFormats))),
  export: described("Which other tools' files are written.", z.exactOptional(exports)),
  references: described("Which files rules may bring in.", z.exactOptional(references)),
  policies: described("Which policies are enforced, and how.", z.exactOptional(policies)),
  watch: described("How changes to files are noticed.", z.exactOptional(watch)),
});
