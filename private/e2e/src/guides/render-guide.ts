/** Where the commands of a guide run. */
export interface GuideMachine {
  /** Changes to a project of the guides, which is created when it is first used. Stops what was started in another one. */
  readonly enter: (project: string) => Promise<void>;
  /** Writes a file in the current directory. */
  readonly write: (path: string, text: string) => void;
  /** Runs commands of the shell in the current directory. Changes of the directory and of variables stay. */
  readonly run: (commands: string) => Promise<ShellResult>;
  /** Starts a command that continues to run, and waits for its first output. @throws Error if it ends before that. */
  readonly start: (command: string) => Promise<void>;
  /** Runs a TypeScript program. */
  readonly runProgram: (code: string) => Promise<ShellResult>;
}

export interface ShellResult {
  /** What was written to standard output and standard error. */
  readonly output: string;
  readonly code: number;
}

interface Block {
  /** The line that opens it, from 1. */
  readonly line: number;
  readonly language: string;
  /** What follows the language. */
  readonly info: string;
  readonly code: readonly string[];
  /** The path in the comment `<!-- file: PATH -->` before it. */
  readonly file: string | undefined;
}

const projectPattern = /^<!-- project: ([\w-]+) -->$/;
const runPattern = /^<!-- run: (.*) -->$/;
const filePattern = /^<!-- file: (\S+) -->$/;
const opening = /^```(?<language>\w*) ?(?<info>.*)$/;

/**
 * Runs the blocks of a guide in their order, and returns its text with the real output of its commands.
 *
 * | block                       | what happens                                                                |
 * | --------------------------- | --------------------------------------------------------------------------- |
 * | `console`                   | each line that begins with `$ ` is run, and its output is written below it  |
 * | `sh`                        | is run, and must end with the exit code 0                                   |
 * | `sh background`             | is started, and stops at the next project or the end                           |
 * | `ts`                        | is run as a program, and must end with the exit code 0                      |
 * | after `<!-- file: PATH -->` | is written to that file of the project                                      |
 * | `… unchecked: REASON`       | stays as it is. `js` blocks are files or unchecked                          |
 *
 * They run in the project that the comment `<!-- project: NAME -->` before them names, else in an empty directory. `<!-- run: COMMAND -->` prepares
 * what the text of the guide presumes.
 *
 * @throws Error that names the line of a block that fails or is none of these.
 */
export async function renderGuide(text: string, machine: GuideMachine): Promise<string> {
  const source = text.split("\n");
  const lines: string[] = [];
  let file: string | undefined;
  for (let at = 0; at < source.length; at += 1) {
    const line = source[at] ?? "";
    lines.push(line);
    const project = projectPattern.exec(line)?.[1];
    if (project !== undefined) await machine.enter(project);
    const preparation = runPattern.exec(line)?.[1];
    if (preparation !== undefined) await runSuccessfully(at + 1, () => machine.run(preparation));
    file = filePattern.exec(line)?.[1] ?? file;
    const { language, info } = opening.exec(line)?.groups ?? {};
    if (language === undefined || info === undefined) continue;
    const end = source.indexOf("```", at + 1);
    if (end === -1) throw new Error(`Line ${at + 1}: the block has no end.`);
    const block: Block = { line: at + 1, language, info, code: source.slice(at + 1, end), file };
    lines.push(...(await runBlock(block, machine)), "```");
    file = undefined;
    at = end;
  }
  return lines.join("\n");
}

/** Runs a block, and returns the lines that it has then. */
async function runBlock(block: Block, machine: GuideMachine): Promise<readonly string[]> {
  const { line, language, info, code, file } = block;
  const text = `${code.join("\n")}\n`;
  if (/^unchecked: \S/.test(info)) return code;
  const isKnown = info === "" || (language === "sh" && info === "background");
  if (!isKnown || (language === "js" && file === undefined)) {
    throw new Error(`Line ${line}: \`\`\`${language} ${info}: expected "unchecked: REASON", or for js a file before it.`);
  }
  if (file !== undefined) machine.write(file, text);
  else if (language === "console") return runConsole(code, machine);
  else if (info === "background") await machine.start(text);
  else if (language === "sh" || language === "ts") {
    await runSuccessfully(line, () => (language === "sh" ? machine.run(text) : machine.runProgram(text)));
  }
  return code;
}

async function runSuccessfully(line: number, run: () => Promise<ShellResult>): Promise<void> {
  const { output, code } = await run();
  if (code !== 0) throw new Error(`Line ${line}: the commands end with the exit code ${code}:\n${output}`);
}

async function runConsole(code: readonly string[], machine: GuideMachine): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const line of code.filter((one) => one.startsWith("$ "))) {
    if (lines.length > 0) lines.push("");
    lines.push(line);
    const { output, code: exitCode } = await machine.run(line.slice(2));
    const shown = `${output.trimEnd()}${exitCode === 0 ? "" : `\n(exit code ${exitCode})`}`.trimEnd();
    // Formatters remove spaces at the ends of lines.
    if (shown !== "") lines.push(...shown.split("\n").map((one) => one.trimEnd()));
  }
  return lines;
}
