import { secretKeys, secretPatterns } from "./secret-patterns.ts";

/** What to mask, in addition to values that look like secrets. */
export interface MaskOptions {
  /** Names of fields whose values are masked, at any depth. Case, `_` and `-` are ignored. */
  readonly keys?: readonly string[];
  /** Matches in any text are masked. */
  readonly patterns?: readonly RegExp[];
  /** Transforms every text before it is written. */
  readonly text?: (text: string) => string;
}

/** Masks secrets. */
export interface Mask {
  /** Whether the value of a field must be masked. */
  masksKey(key: string): boolean;
  /** Replaces secrets in a text. */
  maskText(text: string): string;
}

/** Replaces a masked value. */
export const masked = "[masked]";

/** Creates a mask for values that look like secrets and for values that the options name. */
export function createMask({ keys = [], patterns = [], text: last = (text) => text }: MaskOptions = {}): Mask {
  const hidden = new Set(keys.map(plainKey));
  const own = patterns.map((pattern) => new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, "")}g`));
  return {
    masksKey: (key) => hidden.has(plainKey(key)) || secretKeys.test(plainKey(key)),
    maskText(text) {
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
