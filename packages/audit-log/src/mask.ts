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

/** Matches the ends of field names that hold secrets, in lower case, without `_` and `-`. */
const secretKeys: RegExp =
  /(?:passw(?:or)?d|pwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|authorization|cookie|credentials?)$/;

/**
 * Patterns of secrets, and their replacements. Each runs in linear time. They follow the formats that the providers
 * document; the last two recognise a secret by the text before it.
 */
const secretPatterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, "[masked private key]"],
  // AWS, GitHub, GitLab, npm, Slack, Google, Stripe, OpenAI and Anthropic.
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, "[masked]"],
  [/\bgh[oprsu]_\w{30,}/g, "[masked]"],
  [/\bgithub_pat_\w{30,}/g, "[masked]"],
  [/\bglpat-[\w-]{20,}/g, "[masked]"],
  [/\bnpm_[A-Za-z0-9]{30,}/g, "[masked]"],
  [/\bxox[abeprs]-[\w-]{10,}/g, "[masked]"],
  [/\bAIza[\w-]{35}/g, "[masked]"],
  [/\b[rs]k_(?:live|test)_\w{16,}/g, "[masked]"],
  [/\bsk-[\w-]{20,}/g, "[masked]"],
  // JSON Web Tokens.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, "[masked]"],
  // The password of a URL.
  [/(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}@/g, "$1[masked]@"],
  [/\b((?:bearer|basic)\s{1,4})[\w.~+/=-]{8,}/gi, "$1[masked]"],
  [
    /((?:password|passwd|passphrase|secret|token|api[-_]?key|access[-_]?key|secret[-_]?key)["']?\s{0,4}(?:=>|[:=])\s{0,4})(?:"[^"]{1,4096}"|'[^']{1,4096}'|[^\s"',;&)}\]]{4,})/gi,
    "$1[masked]",
  ],
];
