/** Writes the words of a command in another way that means the same to the program. Returns undefined if it does not apply. */
export type OptionKind = (words: readonly string[]) => readonly string[] | undefined;

/** Programs that accept abbreviated long options, combined short ones, and options after operands. */
const permissive = /^(?:rm|chmod|chown|truncate|cp|ln|tee|base64|grep|wget|git|usermod|shred)$/;
const subcommandOf = ([program, word]: readonly string[]): number =>
  program === "git" && word?.startsWith("-") === false ? 2 : 1;

const onOptions =
  (change: (options: readonly string[]) => readonly string[]): OptionKind =>
  (words) => {
    if (!permissive.test(words[0] ?? "")) return undefined;
    const changed = change(words);
    return changed.join(" ") === words.join(" ") ? undefined : changed;
  };

/** Short options without a value, which may be combined. */
const flags: Readonly<Record<string, string>> = {
  rm: "rfvi",
  chmod: "Rv",
  chown: "Rv",
  git: "fdx",
  cp: "rv",
  tee: "a",
  grep: "rn",
};
const isCombined = (program: string, word: string): boolean =>
  /^-[A-Za-z]{2,}$/.test(word) && Array.from(word.slice(1)).every((letter) => flags[program]?.includes(letter));

const longNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rm: { "-r": "--recursive", "-f": "--force", "-rf": "--recursive --force" },
  chmod: { "-R": "--recursive" },
  chown: { "-R": "--recursive" },
  tee: { "-a": "--append" },
  truncate: { "-s": "--size" },
  grep: { "-r": "--recursive" },
  ln: { "-s": "--symbolic" },
};

/** Changes of options, by name. */
export const optionKinds: Readonly<Record<string, OptionKind>> = {
  "abbreviated long options": onOptions((words) =>
    words.map((word) => (/^--[a-z-]{5,}$/.test(word) && word !== "--help" ? word.slice(0, -1) : word)),
  ),
  "abbreviated options with a value": onOptions((words) =>
    words.map((word) => word.replace(/^(--[a-z-]{5,})=/, (_, name: string) => `${name.slice(0, -1)}=`)),
  ),
  "separate short options": onOptions((words) =>
    words.flatMap((word) => (isCombined(words[0] ?? "", word) ? Array.from(word.slice(1), (letter) => `-${letter}`) : [word])),
  ),
  "short options in another order": onOptions((words) =>
    words.map((word) => (isCombined(words[0] ?? "", word) ? `-${Array.from(word.slice(1)).toReversed().join("")}` : word)),
  ),
  "long options for short ones": onOptions((words) =>
    words.flatMap((word) => longNames[words[0] ?? ""]?.[word]?.split(" ") ?? [word]),
  ),
  "a further option": onOptions((words) =>
    /^(?:rm|chmod|chown|cp|ln)$/.test(words[0] ?? "") ? [...words.slice(0, 1), "-v", ...words.slice(1)] : words,
  ),
  "options after the operands": onOptions((words) => {
    const from = subcommandOf(words);
    if (/^(?:truncate|usermod|base64|grep)$/.test(words[0] ?? "") || words.includes("--") || words.includes("-b")) return words;
    const moved = words.slice(from).filter((word) => word.startsWith("-") && !word.includes("="));
    return [...words.slice(0, from), ...words.slice(from).filter((word) => !moved.includes(word)), ...moved];
  }),
  "-- before the operands": onOptions((words) => {
    if (words[0] === "git" || words.includes("--") || words.includes("--help")) return words;
    const at = words.findIndex(
      (word, index) => index > 0 && !word.startsWith("-") && words[index - 1] !== "-s" && words[index - 1] !== "-aG",
    );
    return at === -1 ? words : [...words.slice(0, at), "--", ...words.slice(at)];
  }),
};
