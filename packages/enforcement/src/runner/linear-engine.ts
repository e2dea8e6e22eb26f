import {
  toLinearPattern,
  type LinearPattern,
  type PatternMatch,
  type PatternOutcome,
  type PatternSource,
} from "@precept/governance";
import { RE2JS, type Matcher } from "re2js";

/** A pattern made ready for the linear engine. */
export interface LinearProgram {
  /** Undefined for a text that can't be shown to the engine as it is, and where the engine fails. */
  run(text: string, limit: number): PatternOutcome | undefined;
}

/**
 * Compiles a pattern for RE2JS: some hundred times slower than V8, but it never takes more than a time in proportion to the text.
 *
 * @returns undefined where RE2 has no words for the pattern.
 */
export function compileLinear({ source, flags }: PatternSource): LinearProgram | undefined {
  const pattern = toLinearPattern(source, flags);
  if (pattern === undefined) return undefined;
  let program: RE2JS;
  try {
    program = RE2JS.compile(pattern.syntax);
  } catch {
    // It repeats more often than RE2 allows.
    return undefined;
  }
  return {
    run(text, limit) {
      const prepared = pattern.prepare(text);
      try {
        return prepared === undefined ? undefined : find(program.matcher(prepared), pattern, text, limit, flags);
      } catch {
        return undefined;
      }
    },
  };
}

function find(matcher: Matcher, pattern: LinearPattern, text: string, limit: number, flags: string): PatternOutcome {
  const matches: PatternMatch[] = [];
  let from = 0;
  while (from <= text.length && matcher.find(from)) {
    if (matches.length === limit) return { kind: "matches", matches, isCut: true };
    const [start, end] = [matcher.start(), matcher.end()];
    matches.push({ index: start, text: text.slice(start, end), groups: groupsOf(matcher, pattern, text) });
    from = end > start ? end : end + lengthAt(text, end, flags);
  }
  return { kind: "matches", matches, isCut: false };
}

/** By how much a search moves on after an empty match. */
function lengthAt(text: string, at: number, flags: string): number {
  return /[uv]/.test(flags) && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function groupsOf(matcher: Matcher, { names }: LinearPattern, text: string): Readonly<Record<string, string>> {
  const groups: Record<string, string> = {};
  for (let group = 1; group <= matcher.groupCount(); group += 1) {
    const start = matcher.start(group);
    if (start < 0) continue;
    const held = text.slice(start, matcher.end(group));
    groups[group] = held;
    const name = names.get(group);
    if (name !== undefined) groups[name] = held;
  }
  return groups;
}
