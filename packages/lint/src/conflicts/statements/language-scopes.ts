const languageScopes: readonly (readonly [kind: "language" | "framework", name: string, words: RegExp])[] = [
  ["language", "javascript", /\b(?:typescript|javascript|tsx?|jsx?|node(?:\.?js)?|deno|ecmascript)\b/i],
  ["language", "python", /\b(?:python|django|flask|fastapi|pytest|pep ?8|pandas)\b/i],
  ["language", "go", /\b(?:golang|go (?:code|files|packages|modules?)|in go)\b/i],
  ["language", "rust", /\b(?:rust|cargo)\b/i],
  ["language", "java", /\b(?:java|spring|kotlin|android)\b/i],
  ["language", "csharp", /\b(?:c#|csharp|\.net|asp\.net|unity)(?=\W|$)/i],
  ["language", "cpp", /\bc\+\+|\bcpp\b/i],
  ["language", "ruby", /\b(?:ruby|rails|rspec)\b/i],
  ["language", "php", /\b(?:php|laravel|wordpress|symfony|drupal)\b/i],
  ["language", "swift", /\b(?:swift|swiftui|ios)\b/i],
  ["language", "elixir", /\b(?:elixir|phoenix)\b/i],
  ["language", "apex", /\b(?:apex|salesforce)\b/i],
  ["language", "dart", /\b(?:dart|flutter)\b/i],
  ["language", "sql", /\b(?:sql|postgres(?:ql)?|mysql)\b/i],
  ["language", "css", /\b(?:css|scss|sass)\b/i],
  ["language", "markup", /\b(?:html|markdown|yaml|toml)\b/i],
  ["language", "shell", /\b(?:bash|shell scripts?|zsh)\b/i],
  ["framework", "react", /\b(?:react|next\.?js|jsx|preact|remix)\b/i],
  ["framework", "vue", /\b(?:vue|nuxt)\b/i],
  ["framework", "angular", /\bangular\b/i],
  ["framework", "svelte", /\b(?:svelte|sveltekit)\b/i],
  ["framework", "solid", /\bsolid\.?js\b/i],
];

/** Matches any of these words. Most texts contain none. */
const anyLanguage = new RegExp(languageScopes.map(([, , words]) => words.source).join("|"), "i");

/** The languages and frameworks of an instruction. A kind is absent if none is named. */
export type LanguageScope = Partial<Record<"language" | "framework", ReadonlySet<string>>>;

export function findLanguageScope(text: string): LanguageScope {
  if (!anyLanguage.test(text)) return {};
  const found: { language?: Set<string>; framework?: Set<string> } = {};
  for (const [kind, name, words] of languageScopes) if (words.test(text)) (found[kind] ??= new Set()).add(name);
  return found;
}

/** Whether two instructions can apply to the same code, by the languages and frameworks that they name. */
export function scopesOverlap(left: LanguageScope, right: LanguageScope): boolean {
  return (["language", "framework"] as const).every((kind) => {
    const leftNames = left[kind];
    const rightNames = right[kind];
    return leftNames === undefined || rightNames === undefined || [...leftNames].some((name) => rightNames.has(name));
  });
}
