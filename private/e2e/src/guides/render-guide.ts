/** Runs the commands of one project of a guide, in order. */
export type RunCommand = (project: string, line: string) => Promise<string>;

const projectPattern = /^<!-- project: ([\w-]+) -->$/;

/**
 * Returns the text of a guide with the real output of its commands. The commands are the lines that begin with `$ ` in a `console` block. They run in the
 * project that the comment `<!-- project: NAME -->` before them names.
 *
 * @throws Error if a command stands before the first project.
 */
export async function renderGuide(text: string, run: RunCommand): Promise<string> {
  const lines: string[] = [];
  let project: string | undefined;
  let isInBlock = false;
  for (const line of text.split("\n")) {
    if (isInBlock && !line.startsWith("$ ") && line !== "```") continue;
    project = projectPattern.exec(line)?.[1] ?? project;
    if (line === "```") isInBlock = false;
    else if (line === "```console") isInBlock = true;
    else if (isInBlock) {
      if (project === undefined) throw new Error(`No project before: ${line}`);
      if (lines.at(-1) !== "```console") lines.push("");
      lines.push(line);
      const output = (await run(project, line.slice(2))).trimEnd();
      // Formatters remove spaces at the ends of lines.
      if (output !== "") lines.push(...output.split("\n").map((one) => one.trimEnd()));
      continue;
    }
    lines.push(line);
  }
  return lines.join("\n");
}
