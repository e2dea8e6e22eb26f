import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./parse-pattern.ts";
import { Sampler } from "./sampler.ts";

/** A family of texts on which a pattern may be slow: `prefix`, then `pump` again and again, then `suffix`. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** A repetition of fewer rounds has few ways to go wrong. */
const manyRounds = 8;
const maxAttacks = 240;
/** So that each repetition gets a few attacks. */
const maxLoops = 60;
/** Texts that a repetition is made to go round with. */
const pumpsOfLoop = 6;

/**
 * Texts on which a pattern would be slow if it can be: each makes one of its repetitions go round many times, and then fail.
 *
 * Whether it is slow only running it tells. Patterns that are slow in another way aren't found, so run every pattern within a time budget.
 */
export function attacksOn(source: string, flags = ""): readonly Attack[] {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return [];
  const sampler = new Sampler(parsed.pattern, flags);
  const loops = loopsIn(parsed.pattern.alternatives, { before: [], after: [], isBackward: false }).slice(0, maxLoops);
  const share = Math.floor(maxAttacks / loops.length);
  return loops.flatMap((loop) => attacksOnLoop(loop, sampler).slice(0, share));
}

/** One text of an attack, at least so many characters long. */
export function attackText({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.max(2, Math.ceil(length / pump.length))) + suffix;
}

interface Loop {
  readonly body: AST.Element;
  /** What has to be matched to the left of it. */
  readonly before: readonly AST.Element[];
  /** And to the right. */
  readonly after: readonly AST.Element[];
  /** Whether it is tried from its end to its beginning, as what is asserted to be behind is. */
  readonly isBackward: boolean;
}

/** What few patterns go on with. */
const failure = "\u0001\n";

function attacksOnLoop({ body, before, after, isBackward }: Loop, sampler: Sampler): readonly Attack[] {
  const pumps = new Set<string>();
  for (let attempt = 0; attempt < pumpsOfLoop * 3 && pumps.size < pumpsOfLoop; attempt += 1) {
    const pump = sampler.sample(body, attempt);
    if (pump !== "") pumps.add(pump);
  }
  const sampleAll = (elements: readonly AST.Element[]) => elements.map((element) => sampler.sample(element, 0)).join("");
  const endings = ["", failure, ...sampler.letters.slice(0, 3)];
  const frames = isBackward
    ? endings.map((prefix) => ({ prefix, suffix: sampleAll(after) }))
    : endings.map((suffix) => ({ prefix: sampleAll(before), suffix }));
  return frames.flatMap((frame) => Array.from(pumps, (pump): Attack => ({ ...frame, pump })));
}

type Surroundings = Omit<Loop, "body">;

function loopsIn(alternatives: readonly AST.Alternative[], around: Surroundings): readonly Loop[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element, position) =>
      loopsOf(element, {
        before: [...around.before, ...elements.slice(0, position)],
        after: [...elements.slice(position + 1), ...around.after],
        isBackward: around.isBackward,
      }),
    ),
  );
}

function loopsOf(element: AST.Element, around: Surroundings): readonly Loop[] {
  if (element.type === "Quantifier") {
    const own = element.max >= manyRounds ? [{ ...around, body: element.element }] : [];
    return [...own, ...loopsOf(element.element, around)];
  }
  if (!("alternatives" in element)) return [];
  const turns = element.type === "Assertion";
  return loopsIn(element.alternatives, turns ? { ...around, isBackward: element.kind === "lookbehind" } : around);
}
