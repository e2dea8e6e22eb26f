import type { Similarity } from "@precept/contract/values";
import type { Rule } from "../rule.ts";
import { entry, listAnd, shorten, suggest, type NoDetails } from "./entry.ts";

export const ruleErrors = {
  RULE_INVALID: entry<{ name: string; reasons: readonly string[] }>({
    title: "A rule has a field that is missing or out of range",
    message: ({ name, reasons }) => `The rule "${name}" is not valid: ${reasons.join("; ")}.`,
    hint: () => "Correct the named fields. A rule needs an id and a name, and a priority from 1 to 100.",
  }),
  RULE_NAME_INVALID: entry<{ name: string; suggestion: string }>({
    title: "No prompt could refer to a rule with this name",
    message: ({ name }) => `A rule cannot be named ${JSON.stringify(name)}: no prompt could refer to it as @name.`,
    hint: ({ suggestion }) => `Use letters, digits, "_", "." and "-", such as ${JSON.stringify(suggestion)}.`,
  }),
  RULE_UNCHECKED: entry<{ name: string }>({
    title: "A rule has no checks that show whether agents follow it",
    message: ({ name }) => `The rule "${name}" has no \`checks\`.`,
    hint: () =>
      "Add `checks` to the rule: the id of a policy, or a mapping such as `match: { pattern: parseFloat }`. `precept policies list` shows the policies.",
  }),
  RULE_TEXT_MISSING: entry<{ name: string }>({
    title: "A new rule has no text",
    message: ({ name }) => `The rule ${JSON.stringify(name)} has no text.`,
    hint: () => "Pass --content, write the text to standard input, or run in a terminal to open your editor.",
  }),
  RULE_NOT_FOUND: entry<{ name: string; known: readonly string[] }>({
    title: "No rule has this name or id",
    message: ({ name }) => `Unknown rule "${name}".`,
    hint: ({ known }) => suggest(known) ?? "List the rules to see their names.",
  }),
  RULE_AMBIGUOUS: entry<{ name: string; ids: readonly string[] }>({
    title: "Several rules have this name",
    message: ({ name, ids }) => `${ids.length} rules are named "${name}".`,
    hint: ({ ids }) => `Use one of their ids instead: ${ids.join(", ")}.`,
  }),
  RULE_CONFLICT: entry<{ id: string; expected: string; actual: string }>({
    title: "The rule was changed or deleted after it was read",
    message: ({ id, expected, actual }) => {
      if (expected === "none") return `The rule "${id}" already exists, at revision ${actual}.`;
      if (actual === "none") return `The rule "${id}" was deleted after it was read at revision ${expected}.`;
      return `The rule "${id}" has changed: it is at revision ${actual}, not ${expected}.`;
    },
    hint: () => "Read the rule again, apply the change to that revision and save it.",
  }),
  /** `existing`: the rule, if the caller can see it. */
  RULE_EXISTS: entry<{ name: string; scope: string; location: string; existing?: Rule }>({
    title: "A rule with this name already exists",
    message: ({ name, scope, location }) => `A rule named "${name}" already exists at ${scope} scope: ${location}.`,
    hint: () => "Change that rule, or choose another name.",
  }),
  /** `similar`: rules that the caller can see, each with the reason. */
  RULE_SIMILAR: entry<{ name: string; similar: readonly SimilarRule[] }>({
    title: "A new rule says nearly the same as another one, or seems to contradict it",
    message: ({ name, similar }) =>
      `The rule "${name}" was not saved. ${[...new Set(similar.map(({ reason }) => reason))].join(" ")}`,
    hint: () => "Change the existing rule, replace it, or save the new one anyway.",
  }),
  /** `existing`: the rule that has the text. */
  RULE_KNOWN: entry<{ existing: Rule }>({
    title: "A rule with this text already exists",
    message: ({ existing }) => `The rule "${existing.name}" has this text already.`,
    hint: () => "Use that rule, or change it.",
  }),
  /** `problems`: where the secrets are, without the secrets. */
  RULE_HAS_SECRET: entry<{ name: string; problems: readonly string[] }>({
    title: "The text of a new rule contains a secret",
    message: ({ name, problems }) => `The rule "${name}" was not saved. ${problems.join(" ")}`,
    hint: () => "Remove the secret: rules are sent to models, and stored in files and databases.",
  }),
  REVIEW_DECISION_INVALID: entry<{ decision: string; name: string }>({
    title: "A decision of a review is not possible for the rule",
    message: ({ decision, name }) => `Nothing to ${decision} "${name}" with: no similar rule is in its store.`,
    hint: () => "Accept, edit or reject the rule.",
  }),
  REVIEW_ITEM_UNKNOWN: entry<{ key: string }>({
    title: "The review has no item with this key",
    message: ({ key }) => `The review has no item ${JSON.stringify(shorten(key))}. It may have been decided in the meantime.`,
    hint: () => "List the items of the review again.",
  }),
  RULE_NEEDS_PERSON: entry<{ action: string }>({
    title: "An agent tried to do something to rules that only a person may do",
    message: ({ action }) => `Only a person may ${action}.`,
    hint: () => "Ask the user to do it.",
  }),
  /** `storable`: the fields of the same change that the file could store. */
  RULE_FIELDS_NOT_STORED: entry<{
    name: string;
    path: string;
    dialect: string;
    format: string;
    fields: readonly string[];
    reasons: readonly string[];
    storable: readonly string[];
  }>({
    title: "The format of a file cannot store a field of its rule",
    message: ({ name, path, format, fields, reasons }) =>
      `The rule "${name}" was not saved: ${path} is a ${format} file, which cannot store ${listAnd(fields)} as given.` +
      reasons.map((reason) => ` ${reason}`).join(""),
    hint: ({ fields, storable }) =>
      `Save the rule without ${listAnd(fields)}${storable.length === 0 ? "" : `, so that only ${listAnd(storable)} changes`}, or save a native rule that replaces it.`,
  }),
  RULE_OF_OTHER_TOOL: entry<{ name: string; dialect: string; path: string }>({
    title: "The rule is in a file of another tool",
    message: ({ name, dialect, path }) => `"${name}" is a rule of ${dialect}, in ${quoted(path)}.`,
    hint: () => "Delete the file if no tool needs it.",
  }),
  VERSION_UNKNOWN: entry<{ name: string; version: string; known: readonly string[] }>({
    title: "The history of the rule has no such version",
    message: ({ name, version }) => `The history of "${name}" has no version ${version}.`,
    hint: ({ known }) => (known.length === 0 ? undefined : `Stored versions: ${known.join(", ")}. Pruned versions are gone.`),
  }),
  RULE_NOT_SAVED: entry<{ name: string; draft: string }>({
    title: "The text from the editor is not a valid rule and was not saved",
    message: ({ name }) => `The rule "${name}" was not saved because the edited text is not a valid rule.`,
    hint: ({ draft }) => `Your text is in ${draft}.`,
  }),
  NOTHING_TO_EDIT: entry<{ name: string }>({
    title: "An edit names no change, and there is no terminal to open an editor in",
    message: () => "Nothing to edit.",
    hint: () => "Pass an option such as --priority, or run in a terminal to open your editor.",
  }),
  HISTORY_UNAVAILABLE: entry<{ name: string; store: string; path?: string | undefined }>({
    title: "The rule is in a store that keeps no revision history",
    message: ({ name, store, path }) =>
      path === undefined
        ? `"${name}" is in the store "${store}", which has no revision history.`
        : `"${name}" is stored in a file, which has no revision history.`,
    hint: ({ path }) => (path === undefined ? undefined : `Run \`git log -p -- ${quoted(path)}\`.`),
  }),
  LEDGER_INVALID: entry<{ path: string; reason: string }>({
    title: "The ledger of exported files cannot be read",
    message: ({ reason }) => reason,
    hint: ({ path }) =>
      `Restore ${path} from version control, or delete it. Without it, Precept treats exported files as written by hand.`,
  }),
  LEDGER_CHANGED: entry<{ path: string }>({
    title: "Another process exported or imported at the same time",
    message: ({ path }) => `Another process changed ${path} during this run. Nothing was written.`,
    hint: () => "Run the command again.",
  }),
  PLAN_CHANGED: entry<{ action: string }>({
    title: "The files changed after the plan was shown",
    message: ({ action }) => `The ${action} would now do something else than the plan that was shown. Nothing was written.`,
    hint: () => "Check the new plan.",
  }),
  /** `foreign`: those of the files that Precept did not create. */
  TRANSFER_NEEDS_YES: entry<{ paths: readonly string[]; foreign: readonly string[] }>({
    title: "Files would be deleted that the user has to agree to",
    message: ({ paths, foreign }) =>
      foreign.length === 0
        ? `${paths.length} files would be deleted: ${listSome(paths)}. Nothing was changed.`
        : `Files that Precept did not create would be deleted: ${listSome(foreign)}. Nothing was changed.`,
    hint: ({ foreign }) =>
      `Pass --yes to delete ${foreign.length === 0 ? "them" : "them; `precept revert` restores what they were before Precept instead"}.`,
  }),
  BACKUP_TEXT_UNKNOWN: entry<{ hash: string; matches: readonly string[] }>({
    title: "The backup has no text with this hash",
    message: ({ hash, matches }) => {
      if (matches.length === 0) return `The backup has no text with the hash "${hash}".`;
      if (matches.length === 1) return `The text "${hash}" of the backup is missing or damaged.`;
      return `The backup has ${matches.length} texts whose hash starts with "${hash}".`;
    },
    hint: ({ matches }) =>
      matches.length > 1
        ? `Use more characters: ${listSome(matches)}.`
        : "Run `precept backup list` to see the texts that it has.",
  }),
  TOOL_UNKNOWN: entry<{ name: string; known: readonly string[]; near: readonly string[] }>({
    title: "No supported tool has this name",
    message: ({ name, known }) => `Unknown tool "${name}". Known tools: ${known.join(", ")}.`,
    hint: ({ near }) => suggest(near),
  }),
  TOOL_MISSING: entry<NoDetails>({
    title: "The view of a tool was requested without a tool",
    message: () => "No tool whose view is to be shown.",
    hint: () => "Name a tool, such as claude.",
  }),
  TARGET_MISSING: entry<{ known: readonly string[] }>({
    title: "An export names no tool to write files for",
    message: () => "No tool to export to.",
    hint: ({ known }) => `Name at least one of: ${known.join(", ")}.`,
  }),
  DIAGNOSTIC_CODE_UNKNOWN: entry<{ code: string; near: readonly string[] }>({
    title: "No diagnostic has this code",
    message: ({ code }) => `Unknown diagnostic code "${code}".`,
    hint: ({ near }) => suggest(near) ?? "Each problem in the output of `precept lint` ends with its code.",
  }),
};

/** A rule that is similar to another one, and why it counts as similar. */
export interface SimilarRule {
  readonly rule: Rule;
  readonly kind: Similarity;
  /** One sentence. */
  readonly reason: string;
}

function listSome(items: readonly string[]): string {
  const rest = items.length - 10;
  return `${items.slice(0, 10).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** A path as one word for a shell. */
function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
