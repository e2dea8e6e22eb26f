/** What may be wrong with a file of Gemini CLI's. Codes are permanent. */
export const geminiDiagnostics = {
  "gemini/stray-import": {
    severity: "warning",
    title: "Gemini CLI takes a word with an @ in front for a file, and puts a comment in its place where there is none",
    hint: "Put the word into backticks. If it is a file, write `./` in front.",
  },
} as const;
