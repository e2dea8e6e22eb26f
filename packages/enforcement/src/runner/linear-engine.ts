import {
  toLinearPattern,
  type LinearPattern,
  type PatternMatch,
  type PatternOutcome,
  type PatternSource,
} from "@precept/governance";
import { RE2JS, type Matcher } from "re2js";

export interface LinearProgram {
  /** Returns undefined if the engine cannot process the text, or fails. */
  run(text: string, limit: number): PatternOutcome | undefined;
}

/** Compiles a pattern for RE2JS, 100 times slower than V8 but linear. Undefined if RE2 cannot express the pattern. */
export function compileLinear({ source, flags }: PatternSource): LinearProgram | undefined {
  const pattern = toLinearPattern(source, flags);
  if (pattern === undefined) return undefined;
  let program: RE2JS;
  try {
    program = RE2JS.compile(pattern.syntax);
  } catch {
    // It has more repetitions than RE2 allows.
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

/** The distance to advance after an empty match. */
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
