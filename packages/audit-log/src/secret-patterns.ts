/** Matches the ends of field names that hold secrets, in lower case, without `_` and `-`. */
export const secretKeys: RegExp =
  /(?:passw(?:or)?d|pwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|authorization|cookie|credentials?)$/;

/**
 * Patterns of secrets, and their replacements. Each runs in linear time. They follow the formats that the providers
 * document; the last two recognise a secret by the text before it.
 */
export const secretPatterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
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
