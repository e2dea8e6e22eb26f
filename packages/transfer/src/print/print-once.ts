import type { PrintedFile, Rule, RuleCodec } from "@precept/core";

interface KnownPrint {
  readonly codec: RuleCodec;
  readonly original: string | undefined;
  readonly printed: PrintedFile;
}

/** The printed files of each rule. Rules that do not change stay the same objects, also in the next plan of a process. */
const known = new WeakMap<Rule, readonly KnownPrint[]>();

/** The number of files that are remembered for a rule: some for each tool of an export. */
const maxKnown = 64;

/**
 * Prints a rule in a format. Printing takes most of the time of a plan, which compares a file, lists what it loses, and
 * writes it, so each file is printed once.
 *
 * @param original the text of the file, of which everything is preserved that the rule does not change.
 */
export function printOnce(rule: Rule, codec: RuleCodec, original?: string): PrintedFile {
  const before = known.get(rule) ?? [];
  const found = before.find((one) => one.codec === codec && one.original === original);
  if (found !== undefined) return found.printed;
  const printed = codec.print(rule, original);
  known.set(rule, [...before.slice(0, maxKnown - 1), { codec, original, printed }]);
  return printed;
}
