export const geminiDiagnostics = {
  "gemini/stray-import": {
    title:
      "Gemini CLI reads a word that starts with `@` as a file import, and replaces it with a comment if the file does not exist",
    hint: "Put the word in backticks. If it is a file, prefix it with `./`.",
  },
} as const;
