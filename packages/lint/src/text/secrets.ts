import { entropyOf } from "@precept/core";
import type { SourceText } from "../source/source-text.ts";
import type { TextMatch } from "./text-match.ts";

interface SecretKind {
  readonly name: string;
  /** Its group, if it has one, matches the secret. Otherwise the secret is the whole match. */
  readonly pattern: RegExp;
  /** Whether the secret must look random, since its form alone is not specific. Default false. */
  readonly random?: boolean;
}

/** Patterns of secrets. All quantifiers are bounded, so that hostile texts cannot cause quadratic time. */
const kinds: readonly SecretKind[] = [
  { name: "an AWS access key", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, random: true },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s:,-]{64,5000}/g },
  { name: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/g },
  { name: "a GitLab token", pattern: /\bgl(?:pat|dt|rt|ptt)-[\w-]{20,300}/g, random: true },
  { name: "a Slack token", pattern: /\bxox[abeprs]-(?:\d{1,20}-){1,4}[A-Za-z0-9-]{16,300}/g, random: true },
  {
    name: "a Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/services\/T\w{6,20}\/B\w{6,20}\/\w{20,100}/g,
    random: true,
  },
  { name: "a Stripe key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,300}/g, random: true },
  { name: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, random: true },
  { name: "an Anthropic key", pattern: /\bsk-ant-[a-z]{2,12}\d\d-[\w-]{60,300}/g, random: true },
  { name: "an OpenAI key", pattern: /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{40,300}|[A-Za-z0-9]{48}\b)/g, random: true },
  { name: "a Google API key", pattern: /\bAIza[\w-]{35}(?![\w-])/g, random: true },
  { name: "a Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{34,300}\b/g, random: true },
  { name: "a SendGrid key", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g, random: true },
  { name: "a JSON web token", pattern: /\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,2000}\.[\w-]{20,1000}/g },
  {
    name: "a password in an address",
    pattern: /\b[a-z][a-z0-9+]{2,20}:\/\/[^\s:/@"'`<>${}]{1,100}:([^\s:/@"'`<>${}]{8,200})@[\w.-]{1,100}/g,
    random: true,
  },
  {
    name: "a secret",
    pattern:
      /(?:pass(?:word|wd|phrase)?|secret|api[_-]?key|access[_-]?key|(?:access|auth|bearer|refresh)[_-]?token|client[_-]?secret|private[_-]?key)["'`]?[ \t]{0,20}[:=]{1,2}>?[ \t]{0,20}["'`]?([A-Za-z0-9+/_=~!@#%^&*-]{16,200})(?=["'`\s,;]|$)/gim,
    random: true,
  },
];

/** Prefilter: matches a part of every secret. Most files have no match and need no further check. */
const anySecret =
  /AKIA|ASIA|ABIA|ACCA|PRIVATE KEY|gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt)-|xox|hooks\.slack|k_live_|npm_|sk-|AIza|hf_|SG\.|eyJ|:\/\/[^\s/]{1,100}:[^\s/]{8,200}@|[pP]ass|PASS|[sS]ecret|SECRET|[kK]ey|KEY|[tT]oken|TOKEN/;

const maxFound = 500;

/** Placeholders, and well-known examples such as the ones of AWS and JSON Web Tokens. */
const placeholder =
  /example|sample|dummy|fake|mock|test|placeholder|change[_-]?me|replace|your|insert|redacted|xxxx|\*{4}|0{8}|1{8}|1234567|abcdef|<|\$\{|process\.env|eyJzdWIiOiIxMjM0NTY3ODkw/i;

/** Finds likely secrets: tokens in known formats, and random values of keys such as `password`. */
export function findSecrets({ text }: SourceText): TextMatch[] {
  if (!anySecret.test(text)) return [];
  const found = kinds.flatMap(({ name, pattern, random = false }) =>
    [...text.matchAll(pattern)].flatMap((match): readonly TextMatch[] => {
      const [whole, secret = whole] = match;
      if (placeholder.test(secret) || (random && !isHighEntropy(secret))) return [];
      const start = match.index + whole.indexOf(secret);
      const end = start + secret.trimEnd().length;
      return [{ code: "text/secret", start, end, message: `This looks like ${name}: ${redact(secret)}.` }];
    }),
  );
  // Of overlapping matches, the first is the most specific.
  const distinct: TextMatch[] = [];
  for (const match of found.slice(0, maxFound))
    if (!distinct.some(({ start, end }) => match.start < end && start < match.end)) distinct.push(match);
  return distinct;
}

function redact(secret: string): string {
  const shown = secret.startsWith("-----")
    ? (secret.split("\n")[0] ?? "")
    : secret.slice(0, Math.min(4, Math.floor(secret.length / 4)));
  return `${shown}… (${secret.length} characters)`;
}

/** Whether a value is probably random: it mixes letters and digits, and its entropy is high. */
function isHighEntropy(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return entropyOf(value) >= 3.2 && !/^[a-z]+(?:[-_][a-z]+)*[-_]?\d{0,4}$/i.test(value);
}
