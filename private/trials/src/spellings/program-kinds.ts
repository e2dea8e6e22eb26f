import { quoteWord } from "@precept/agent-actions";
import { plainCommand, type Kind, type Spelling } from "./spelling.ts";

/** A way to call one program. The stubs do not do what the program does. */
const of = (name: string, programs: RegExp, spell: (words: readonly string[]) => Spelling | undefined): Kind => ({
  name,
  spell: ([words = [], ...rest]) => (rest.length === 0 && programs.test(words[0] ?? "") ? spell(words) : undefined),
  unverified: "it depends on the program",
});

const databases = /^(?:psql|mysql|sqlite3)$/;
const statementOf = (words: readonly string[]): string => words.at(-1) ?? "";
const clientOf = ([program = "", file = ""]: readonly string[]): string =>
  program === "sqlite3" ? `${program} ${file}` : program;

/** Ways to call `git` and clients of databases. */
export const programKinds: readonly Kind[] = [
  of("git -C", /^git$/, ([, ...words]) => ({ text: `git -C . ${plainCommand(words)}` })),
  of("options of git", /^git$/, ([, ...words]) => ({ text: `git --no-pager -c color.ui=never ${plainCommand(words)}` })),
  of("a git alias in the command", /^git$/, ([, ...words]) => ({
    text: `git -c ${quoteWord(`alias.x=${plainCommand(words)}`)} x`,
  })),
  of("a git alias with a shell", /^git$/, (words) => ({ text: `git -c ${quoteWord(`alias.x=!${plainCommand(words)}`)} x` })),
  of("a git alias that is configured", /^git$/, ([, ...words]) => ({
    text: `git config alias.x ${quoteWord(plainCommand(words))} && git x`,
  })),
  of("a git alias in a file", /^git$/, ([, ...words]) => ({
    text: "git x",
    files: { ".git/config": `[user]\n\tname = a\n[alias]\n\ts = status\n\tx = ${plainCommand(words)}\n` },
  })),
  of("a git alias with further words", /^git$/, ([, ...words]) => ({
    text: `git x ${plainCommand(words.slice(1))}`,
    files: { ".git/config": `[alias]\n\tx = ${words[0] ?? ""}\n` },
  })),
  of("statements on input", databases, (words) => ({ text: `echo ${quoteWord(`${statementOf(words)};`)} | ${clientOf(words)}` })),
  of("statements in a here-document", databases, (words) => ({
    text: `${clientOf(words)} <<'SQL'\nSELECT 1;\n${statementOf(words)};\nSQL\n`,
  })),
  of("statements in a here-string", databases, (words) => ({ text: `${clientOf(words)} <<< ${quoteWord(statementOf(words))}` })),
  of("a file of statements on input", databases, (words) => ({
    text: `${clientOf(words)} < db/x.sql`,
    files: { "db/x.sql": `-- Prepares the data.\nSELECT 1;\n${statementOf(words)};\n` },
  })),
  of("a file of statements through cat", databases, (words) => ({
    text: `cat db/x.sql | ${clientOf(words)}`,
    files: { "db/x.sql": `${statementOf(words)};\n` },
  })),
  of("psql -f", /^psql$/, (words) => ({
    text: "psql -q -f db/x.sql",
    files: { "db/x.sql": `SELECT 1;\n${statementOf(words)};\n` },
  })),
  of("psql --file", /^psql$/, (words) => ({
    text: "psql shop --file=db/x.sql",
    files: { "db/x.sql": `${statementOf(words)};\n` },
  })),
  of("a statement in a file as a word", /^(?:psql|mysql)$/, ([program = "", option = "", statement = ""]) => ({
    text: `${program} ${option} "$(cat db/x.sql)"`,
    files: { "db/x.sql": `${statement};\n` },
  })),
  of(".read of sqlite3", /^sqlite3$/, (words) => ({
    text: `sqlite3 app.db ".read db/x.sql"`,
    files: { "db/x.sql": `${statementOf(words)};\n` },
  })),
];
