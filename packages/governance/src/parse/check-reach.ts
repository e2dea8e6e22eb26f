import type { Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { neverMatches } from "../prefilter/never-matches.ts";
import { requiredLiterals } from "../prefilter/required-literals.ts";
import { checkContextFilter, checkTool } from "./check-context-filter.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Control characters other than tab, line feed and carriage return, which no written text contains. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Checks a block for conditions that never hold. */
export function* checkReach(policy: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  const { id, match } = policy;
  for (const [path, text] of textsOf(match)) {
    const [found] = control.exec(text) ?? [];
    if (found === undefined) continue;
    const code = `U+${(found.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
    const message = `\`${path[1]}\` of ${id} contains the control character ${code}.`;
    const hint =
      found === "\b"
        ? "Put it in single quotes: between double quotes, YAML makes a backspace of `\\b`."
        : `Remove it, or write \`\\x${code.slice(-2)}\`.`;
    yield report("policy/control-character", locations.locationOf(path), message, hint);
  }
  yield* checkContextFilter(policy, locations);
  if (match.ignoresCase === true && match.filePatterns.length === 0) {
    const message = `\`ignore_case\` of ${id} has no effect: it applies to \`file_patterns\`, which are missing.`;
    yield report("policy/ignore-case-without-files", locations.locationOfKey(["match", "ignore_case"]), message);
  }
  for (const [at, name] of match.tools.entries()) yield* checkTool(id, name, locations.locationOf(["match", "tool", at]));
  yield* checkPatternReach(policy, locations);
}

function* checkPatternReach({ id, match }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  const { pattern, flags, keywords } = match;
  if (pattern === undefined) return;
  const location = locations.locationOf(["match", "pattern"]);
  if (neverMatches(pattern, flags)) {
    return yield report("policy/never-matches", location, `The pattern of ${id} can never match a text.`);
  }
  if (/\n\s*$/.test(pattern) && !flags.includes("x")) {
    const hint = "Write the pattern on one line in single quotes, or use `|-` instead of `|`.";
    const message = `The pattern of ${id} ends with a line break, which the text must contain.`;
    yield report("policy/pattern-newline", location, message, hint);
  }
  const literals = requiredLiterals(pattern, flags);
  const isFarFrom = (keyword: string): boolean =>
    literals?.every((literal) => !literal.includes(keyword.toLowerCase()) && !keyword.toLowerCase().includes(literal)) === true;
  if (keywords.length > 0 && keywords.every(isFarFrom)) {
    const message = `No keyword of ${id} is part of what its pattern matches, so a match alone does not violate the policy.`;
    yield report("policy/keywords-apart", locations.locationOf(["match", "keywords"]), message);
  }
}

type ConditionPath = readonly ["match", string, ...PropertyKey[]];

function listed(key: string, texts: readonly string[]): readonly (readonly [path: ConditionPath, text: string])[] {
  return texts.map((text, at) => [["match", key, at], text]);
}

function textsOf(match: PolicyMatch): readonly (readonly [path: ConditionPath, text: string])[] {
  const commands = match.commands.flatMap(({ programs = [], subcommands = [], operands, arguments: words, output }) => [
    ...programs,
    ...subcommands,
    ...[operands, words, output].flatMap((one) => one?.source ?? []),
  ]);
  const inputs = match.input.flatMap(({ path, matches }) => [path, ...(matches === undefined ? [] : [matches.source])]);
  const exceptions = match.unless.map(({ source }) => source);
  return [
    ...(match.pattern === undefined ? [] : [[["match", "pattern"], match.pattern] as const]),
    ...listed("unless", exceptions),
    ...listed("keywords", match.keywords),
    ...listed("file_patterns", match.filePatterns),
    ...listed("tool", match.tools),
    ...commands.map((text) => [["match", "command"], text] as const),
    ...inputs.map((text) => [["match", "input"], text] as const),
  ];
}
