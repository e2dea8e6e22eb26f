import { quoteWord } from "./quote.ts";

/** Commands that contain a shell text and do not run it, by name. */
export const mentions: Readonly<Record<string, (text: string) => string>> = {
  "a commit message": (text) => `git commit -m ${quoteWord(`Stop running ${text}`)}`,
  "a commit message as a here-document": (text) => `git commit -F - <<'EOF'\nDo not run this:\n${text}\nEOF\n`,
  "echoed text": (text) => `echo ${quoteWord(text)}`,
  "printed text": (text) => `printf '%s\\n' ${quoteWord(text)} >> notes.md`,
  "a fixed pattern": (text) => `grep -rnF ${quoteWord(text)} docs`,
  "a pattern of ripgrep": (text) => `rg -n ${quoteWord(text)} src | head -20`,
  "a comment": (text) => `ls # ${text.replaceAll("\n", " ")}`,
  "a comment before": (text) => `# ${text.replaceAll("\n", "\n# ")}\nls`,
  "a here-document in a file": (text) => `cat > notes.md <<'EOF'\n${text}\nEOF\n`,
  "the name of a test": (text) => `npx vitest run -t ${quoteWord(text)}`,
  "the title of an issue": (text) => `gh issue create --title ${quoteWord(text)} --body x`,
  "a value": (text) => `MESSAGE=${quoteWord(text)}`,
  "an argument of the empty command": (text) => `: ${quoteWord(text)}`,
  "printed by Python": (text) => `python3 -c ${quoteWord(`print(${JSON.stringify(text)})`)}`,
};
