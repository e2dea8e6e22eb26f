import type { AST } from "@eslint-community/regexpp";
import { ExampleGenerator } from "./example-generator.ts";
import { parsePattern } from "./parse-pattern.ts";

/**
 * A family of texts on which a pattern may be slow: `prefix`, then `pump` many times, then `suffix`. See
 * {@link buildAttackText}.
 */
export interface AttackString {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Repetitions with a lower maximum are not attacked: they backtrack too little. */
const minRounds = 8;
const maxAttackStrings = 240;
/** Limits the repetitions that are attacked, so that each gets several attack strings. */
const maxLoops = 60;
const pumpsPerLoop = 6;

/**
 * Returns texts for a ReDoS check of a pattern. Each makes one repetition match many times and then fail, which is slow
 * if the pattern backtracks. Run the pattern on them to know. Not every slow pattern is found, so run all untrusted
 * patterns with a time limit.
 *
 * @example
 * ```ts
 * import { attackStringsFor, buildAttackText } from "@precept/governance";
 *
 * const texts = attackStringsFor("(a+)+$").map((attack) => buildAttackText(attack, 30)); // "aaa…", "aaa…\u0001\n", …
 * ```
 */
export function attackStringsFor(source: string, flags = ""): readonly AttackString[] {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return [];
  const examples = new ExampleGenerator(parsed.pattern, flags);
  const loops = loopsIn(parsed.pattern.alternatives, { before: [], after: [], isBackward: false }).slice(0, maxLoops);
  const share = Math.floor(maxAttackStrings / loops.length);
  return loops.flatMap((loop) => attackStringsForLoop(loop, examples).slice(0, share));
}

/** Builds a text of at least `length` characters (UTF-16 code units). */
export function buildAttackText({ prefix, pump, suffix }: AttackString, length: number): string {
  return prefix + pump.repeat(Math.max(2, Math.ceil(length / pump.length))) + suffix;
}

/** A repetition, with everything that must match around it. */
interface Loop {
  readonly body: AST.Element;
  readonly before: readonly AST.Element[];
  readonly after: readonly AST.Element[];
  /** Whether it is in a lookbehind, which V8 matches from right to left. */
  readonly isBackward: boolean;
}

/** A text that hardly any pattern matches. */
const mismatch = "\u0001\n";

function attackStringsForLoop({ body, before, after, isBackward }: Loop, examples: ExampleGenerator): readonly AttackString[] {
  const pumps = new Set<string>();
  for (let attempt = 0; attempt < pumpsPerLoop * 3 && pumps.size < pumpsPerLoop; attempt += 1) {
    const pump = examples.generate(body, attempt);
    if (pump !== "") pumps.add(pump);
  }
  const generateAll = (elements: readonly AST.Element[]) => elements.map((element) => examples.generate(element, 0)).join("");
  const endings = ["", mismatch, ...examples.characters.slice(0, 3)];
  const frames = isBackward
    ? endings.map((prefix) => ({ prefix, suffix: generateAll(after) }))
    : endings.map((suffix) => ({ prefix: generateAll(before), suffix }));
  return frames.flatMap((frame) => Array.from(pumps, (pump): AttackString => ({ ...frame, pump })));
}

type LoopContext = Omit<Loop, "body">;

function loopsIn(alternatives: readonly AST.Alternative[], context: LoopContext): readonly Loop[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element, position) =>
      loopsOf(element, {
        before: [...context.before, ...elements.slice(0, position)],
        after: [...elements.slice(position + 1), ...context.after],
        isBackward: context.isBackward,
      }),
    ),
  );
}

function loopsOf(element: AST.Element, context: LoopContext): readonly Loop[] {
  if (element.type === "Quantifier") {
    const own = element.max >= minRounds ? [{ ...context, body: element.element }] : [];
    return [...own, ...loopsOf(element.element, context)];
  }
  if (!("alternatives" in element)) return [];
  const isAssertion = element.type === "Assertion";
  return loopsIn(element.alternatives, isAssertion ? { ...context, isBackward: element.kind === "lookbehind" } : context);
}
