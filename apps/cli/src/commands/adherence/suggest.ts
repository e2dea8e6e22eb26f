import { quoteWord, type Rule } from "@precept/core";
import { isBrokenOften, isUncertain, suggestFor, type RuleAdherence, type Suggestion } from "@precept/evidence";
import { count, printable, type Style } from "../../terminal/text.ts";

/** What could be done about a rule, with the commands that would do it. */
export interface Offer {
  readonly rule: string;
  /** Whether the figures are so small that they can be chance. */
  readonly uncertain: boolean;
  readonly suggestions: readonly (Suggestion & { readonly command: string })[];
}

/** How many rules get offers when all rules are shown. Those that were followed least come first. */
const maxOffers = 3;

/** Returns what could be done about the rules that are broken often. */
export function offersFor(found: readonly RuleAdherence[], rules: readonly Rule[]): readonly Offer[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return found.filter(isBrokenOften).flatMap((one): readonly Offer[] => {
    const rule = byId.get(one.id);
    if (rule === undefined) return [];
    const suggestions = suggestFor(one, rule).map((suggestion) => ({
      ...suggestion,
      command: `precept ${commandFor(suggestion, rule, one)}`,
    }));
    return suggestions.length === 0 ? [] : [{ rule: one.name, uncertain: isUncertain(one), suggestions }];
  });
}

function commandFor(suggestion: Suggestion, { name, checks }: Rule, { breaches }: RuleAdherence): string {
  const rule = quoteWord(name);
  const { kind, remind = 1, globs = [] } = suggestion;
  switch (kind) {
    case "sooner":
      return `edit ${rule} --inclusion always`;
    case "remind":
      return `edit ${rule} --remind ${remind}`;
    case "nearer":
      return `edit ${rule} --inclusion fileMatch ${globs.map((glob) => `--glob ${quoteWord(glob)}`).join(" ")}`;
    case "enforce": {
      const named = breaches.find(({ policy }) => checks.includes(policy));
      return named === undefined ? `policies propose ${rule}` : `policies show ${named.policy}`;
    }
    case "drop":
      return `delete ${rule}`;
  }
}

const titles: Readonly<Record<Suggestion["kind"], string>> = {
  sooner: "give it sooner",
  remind: "give it again",
  nearer: "move it nearer",
  enforce: "let a policy deny it",
  drop: "drop it",
};

/** Lays out the offers. Precept does none of them itself. */
export function viewOffers(offers: readonly Offer[], style: Style): readonly string[] {
  const rest = offers.length - maxOffers;
  const lines = offers
    .slice(0, maxOffers)
    .flatMap(({ rule, uncertain, suggestions }) => [
      "",
      `What could help ${style.bold(printable(rule))}${uncertain ? style.dim(" (few breaches: they can be chance)") : ""}:`,
      ...suggestions.flatMap(({ kind, because, command }) => [
        `  ${titles[kind]}: ${style.dim(because)}`,
        `    ${printable(command)}`,
      ]),
    ]);
  return rest > 0 ? [...lines, style.dim(`${count(rest, "other rule")} broken often: \`precept adherence RULE\`.`)] : lines;
}
