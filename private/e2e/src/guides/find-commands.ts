import type { Command } from "commander";

/** Returns the commands in code spans of a Markdown text, such as `precept check --staged`, without the blocks of code. */
export function findCommands(text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/`(?<code>[^`]+)`/g)].flatMap(({ groups }) => {
    // A table has escaped bars, and a command can be the end of a pipe.
    const [, command] = /(?:^|\| )(precept(?: .*)?)$/s.exec((groups?.["code"] ?? "").replaceAll(String.raw`\|`, "|")) ?? [];
    return command === undefined ? [] : [command.replaceAll(/\s+/g, " ")];
  });
}

/** Returns what `precept` would not accept of a command: a subcommand or an option that does not exist. */
export function checkCommand(program: Command, command: string): string | undefined {
  let current = program;
  for (const word of command.split(" ").slice(1)) {
    if (word.startsWith("--")) {
      const option = word.slice(2).replace(/=.*$/, "");
      const known = [current, defaultOf(current) ?? current, program].flatMap(({ options }) =>
        options.map(({ long }) => long?.slice(2)),
      );
      if (!known.includes(option) && !["help", "version"].includes(option)) return `${command}: no option --${option}`;
      continue;
    }
    const child = current.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (child !== undefined) current = child;
    else if (defaultOf(current) !== undefined) current = defaultOf(current) ?? current;
    else if (current.commands.length > 0 && /^[a-z-]+$/.test(word) && current.registeredArguments.length === 0) {
      return `${command}: no command ${word}`;
    }
  }
  return undefined;
}

/** The subcommand that is run if none is named. */
function defaultOf(command: Command): Command | undefined {
  return command.commands.find((child) => child.name() === Reflect.get(command, "_defaultCommandName"));
}
