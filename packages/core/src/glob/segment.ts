import { isExtended } from "./extended/find-groups.ts";
import { matchesExtended, startLoading } from "./extended/load.ts";
import { findClassEnd } from "./find-class-end.ts";

/** The pattern of one segment: the text between two slashes. */
export type SegmentPattern =
  /** `**`: any number of segments, including none. */
  | { readonly kind: "globstar" }
  | { readonly kind: "literal"; readonly text: string }
  /** `*` */
  | { readonly kind: "any" }
  /** `*.ts`, `*_test.go` */
  | { readonly kind: "suffix"; readonly text: string }
  /** `use-*.ts`, `*cart*.*`: texts with stars between them. */
  | { readonly kind: "parts"; readonly prefix: string; readonly middles: readonly string[]; readonly suffix: string }
  /** `!(*.test).ts`, `[[:digit:]]*`: groups and named classes. `suffix` is the text after the last of them. */
  | { readonly kind: "extended"; readonly pattern: string; readonly suffix: string }
  /** The rest of a path, which has a group with a slash in it, such as `+(a/b)/*.ts`. Only at the end of a pattern. */
  | { readonly kind: "rest"; readonly pattern: string }
  /** Any other pattern, as a sequence of steps. */
  | { readonly kind: "wildcard"; readonly steps: readonly Step[] };

const star = Symbol("*");

/** A star matches any characters, a text itself, and a function one character. */
type Step = typeof star | string | ((character: string) => boolean);

const special = /[*?[\\]/;
const simpleSuffix = /^\*+([^*?[\\]+)$/;

/** Parses the rest of a path, see the kind `rest`. */
export function parseRest(pattern: string): SegmentPattern {
  startLoading();
  // In picomatch, `**` at the end also matches no segment.
  return { kind: "rest", pattern: pattern.replace(/(?<=^|\/)\*\*$/, "**/*") };
}

/** Parses a segment without braces. Adjacent stars count as one. */
export function parseSegment(segment: string): SegmentPattern {
  if (segment === "**") return { kind: "globstar" };
  if (isExtended(segment)) {
    startLoading();
    return { kind: "extended", pattern: segment, suffix: /[^*?[\]\\(){}]*$/.exec(segment)?.[0] ?? "" };
  }
  if (!special.test(segment)) return { kind: "literal", text: segment };
  if (/^\*+$/.test(segment)) return { kind: "any" };
  const suffix = simpleSuffix.exec(segment)?.[1];
  if (suffix !== undefined) return { kind: "suffix", text: suffix };
  const steps = parseSteps(segment);
  return steps.some((step) => typeof step === "function") ? { kind: "wildcard", steps } : parseParts(steps);
}

function parseParts(steps: readonly Step[]): SegmentPattern {
  const parts = [""];
  for (const step of steps) {
    if (step === star) parts.push("");
    else parts[parts.length - 1] += String(step);
  }
  const [prefix = "", ...rest] = parts;
  const suffix = rest.pop();
  return suffix === undefined ? { kind: "literal", text: prefix } : { kind: "parts", prefix, middles: rest, suffix };
}

function parseSteps(segment: string): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < segment.length; at += 1) {
    const character = String.fromCodePoint(segment.codePointAt(at) as number);
    const end = character === "[" ? findClassEnd(segment, at) : undefined;
    if (character === "*") {
      if (steps.at(-1) !== star) steps.push(star);
    } else if (character === "?") {
      steps.push(() => true);
    } else if (end !== undefined) {
      steps.push(parseClass(segment.slice(at + 1, end)));
      at = end;
    } else if (character === "\\" && at + 1 < segment.length) {
      const escaped = String.fromCodePoint(segment.codePointAt(at + 1) as number);
      steps.push(escaped);
      at += escaped.length;
    } else {
      steps.push(character);
      at += character.length - 1;
    }
  }
  return steps;
}

function parseClass(inside: string): (character: string) => boolean {
  const negated = inside.startsWith("!") || inside.startsWith("^");
  const members = [...(negated ? inside.slice(1) : inside)];
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    if (members[at] === "\\" && at + 1 < members.length) at += 1;
    const from = members[at] ?? "";
    const to = members[at + 1] === "-" ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

export function matchesSegment(pattern: SegmentPattern, name: string): boolean {
  switch (pattern.kind) {
    case "globstar":
    case "any":
      return true;
    case "literal":
      return name === pattern.text;
    case "suffix":
      return name.endsWith(pattern.text);
    case "parts":
      return matchesParts(pattern, name);
    case "extended":
    case "rest":
      return matchesExtended(pattern.pattern, name);
    case "wildcard":
      return matchesSteps(pattern.steps, [...name]);
  }
}

/** Takes the first occurrence of each inner part, which leaves the most text for the following parts. */
function matchesParts({ prefix, middles, suffix }: SegmentPattern & { kind: "parts" }, name: string): boolean {
  const end = name.length - suffix.length;
  if (end < prefix.length || !name.startsWith(prefix) || !name.endsWith(suffix)) return false;
  let from = prefix.length;
  for (const middle of middles) {
    const found = name.indexOf(middle, from);
    if (found < 0 || found + middle.length > end) return false;
    from = found + middle.length;
  }
  return true;
}

/** Compares steps and characters. After a mismatch, the last star takes one more. Time: at most steps × characters. */
function matchesSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  let step = 0;
  let at = 0;
  let lastStar = -1;
  let lastStarAt = 0;
  while (at < characters.length) {
    const current = steps[step];
    if (current === star) {
      lastStar = step;
      lastStarAt = at;
      step += 1;
    } else if (current !== undefined && accepts(current, characters[at] ?? "")) {
      step += 1;
      at += 1;
    } else if (lastStar >= 0) {
      step = lastStar + 1;
      lastStarAt += 1;
      at = lastStarAt;
    } else {
      return false;
    }
  }
  while (steps[step] === star) step += 1;
  return step === steps.length;
}

function accepts(step: Exclude<Step, typeof star>, character: string): boolean {
  return typeof step === "string" ? step === character : step(character);
}
