import type { Inclusion } from "@precept/core";
import type { Breach, RuleAdherence } from "./adherence.ts";

/** What could be done about a rule that agents break. */
export interface Suggestion {
  readonly kind: "remind" | "nearer" | "sooner" | "enforce" | "drop";
  /** Why, in figures. */
  readonly because: string;
  /** The change of the rule: `remind`, or the globs of the files at which it was broken. */
  readonly remind?: number;
  readonly globs?: readonly string[];
}

/** How a rule is delivered. */
export interface DeliveredAs {
  readonly inclusion: Inclusion;
  readonly remind?: number | undefined;
}

/** After so many prompts, an agent may have forgotten a rule. */
const oldAge = 10;

/** Fewer breaches can be chance. */
const manyBreaches = 5;

/** With fewer occasions, a rule is not proposed for removal. */
const manyOccasions = 10;

/** Whether a rule is broken so often that something could be done: more than once, and on more than a fifth of its occasions. */
export function isBrokenOften({ followed, breaches }: RuleAdherence): boolean {
  return breaches.length > 1 && followed.count < followed.of * 0.8;
}

/** Whether the figures of a rule are so small that they can be chance. */
export function isUncertain({ breaches }: RuleAdherence): boolean {
  return breaches.length < manyBreaches;
}

/** Returns what could be done about a rule, by what most breaches have in common. Nothing is done. */
export function suggestFor(found: RuleAdherence, { inclusion, remind }: DeliveredAs): readonly Suggestion[] {
  const { breaches, followed, tokens } = found;
  const all = breaches.length;
  const part = (is: (breach: Breach) => boolean): number => breaches.filter(is).length;
  const [missing, old, later, allowed] = [
    part(({ age }) => age === null),
    part(({ age }) => age !== null && age >= oldAge),
    part(({ age }) => age !== null && age > 0),
    part(({ denied }) => !denied),
  ];
  const globs = globsOf(breaches);
  const suggestions: Suggestion[] = [];
  if (missing * 2 > all) {
    suggestions.push({ kind: "sooner", because: `${missing} of ${all} breaches came before the agent had the rule` });
  }
  if (old * 2 > all && (remind === undefined || remind > oldAge)) {
    const because = `${old} of ${all} breaches came ${oldAge} prompts or more after the rule`;
    suggestions.push({ kind: "remind", because, remind: remind === undefined ? 2 * oldAge : oldAge });
  }
  if (inclusion === "always" && later * 2 > all && globs.length > 0) {
    const because = `${later} of ${all} breaches came one prompt or more after the rule, which is given at the start`;
    suggestions.push({ kind: "nearer", because, globs });
  }
  if (allowed * 2 > all) suggestions.push({ kind: "enforce", because: `${allowed} of ${all} breaches were not denied` });
  if (followed.count === 0 && followed.of >= manyOccasions) {
    suggestions.push({ kind: "drop", because: `it was followed on none of ${followed.of} occasions, and cost ${tokens} tokens` });
  }
  return suggestions;
}

/** How many directories a suggestion names. */
const maxGlobs = 3;

/** The directories of the files at which a rule was broken. Empty if there are too many, or one is the project. */
function globsOf(breaches: readonly Breach[]): readonly string[] {
  const files = breaches.flatMap(({ file }) => file ?? []);
  const directories = [...new Set(files.map((file) => file.slice(0, Math.max(0, file.lastIndexOf("/")))))].toSorted();
  if (directories.length === 0 || directories.length > maxGlobs || directories.includes("")) return [];
  return directories.map((directory) => `${directory}/**`);
}
