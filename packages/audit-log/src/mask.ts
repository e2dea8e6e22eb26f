import { secretKeys, secretPatterns } from "./secret-patterns.ts";

/** What must not be written as it is. */
export interface MaskOptions {
  /** Names of fields whose values are never written, at any depth. Upper and lower case, `_` and `-` make no difference. */
  readonly keys?: readonly string[];
  /** What is never written, wherever it stands in a text. */
  readonly patterns?: readonly RegExp[];
  /** Gets every text that would be written, and returns what is. */
  readonly text?: (text: string) => string;
}

/** Knows what must not be written. */
export interface Mask {
  hides(key: string): boolean;
  text(text: string): string;
}

/** What stands in place of what is masked. */
export const masked = "[masked]";

/** Makes a mask of what looks like a secret anyway and what is configured. */
export function createMask({ keys = [], patterns = [], text: last = (text) => text }: MaskOptions = {}): Mask {
  const hidden = new Set(keys.map(plainKey));
  const own = patterns.map((pattern) => new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, "")}g`));
  return {
    hides: (key) => hidden.has(plainKey(key)) || secretKeys.test(plainKey(key)),
    text(text) {
      let safe = text;
      for (const [pattern, replacement] of secretPatterns) safe = safe.replace(pattern, replacement);
      for (const pattern of own) safe = safe.replace(pattern, masked);
      return last(safe);
    },
  };
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, "");
}
