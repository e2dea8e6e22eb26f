/** The maximum lengths of texts in answers, in UTF-16 code units. Longer ones are cut with an ellipsis. */
export const lineLimits = { name: 100, description: 200, reason: 200, notice: 300 } as const;

/** The bounds of what a client can ask for as the length of an answer, in UTF-16 code units. */
export const answerBounds = { min: 4000, max: 100_000 } as const;

/** The maximum length of a resource or prompt, in UTF-16 code units. `get_rule` returns longer rules in pages. */
export const maxResourceCharacters = 100_000;

/** The maximum lengths of arguments: of lists in items, of texts in UTF-16 code units. */
export const argumentLimits = {
  files: 1000,
  path: 4096,
  prompt: 100_000,
  names: 20,
  name: 300,
  content: 100_000,
  globs: 100,
} as const;
