import { isShell } from "../wrappers/wrappers.ts";
import type { InnerRun } from "../wrappers/wrapper-spec.ts";
import { readWithParameters } from "./parameters.ts";
import { withArguments } from "./xargs-arguments.ts";
import { readInnerText } from "./read-script.ts";
import { noRun, type Field, type Origin, type Run, type ShellReader } from "./shell-reader.ts";

interface Wrapper {
  readonly fields: readonly Field[];
  readonly input: string | undefined;
  /** The paths that replace `{}` in its commands. */
  readonly found: readonly string[];
}

export function readInnerRun(reader: ShellReader, run: InnerRun, { fields, input, found }: Wrapper, origin: Origin): Run {
  const program = origin.wrappers.at(-1) ?? "";
  if (run.kind === "words") {
    const inner = replaceFound(fields.slice(run.from, run.to), found);
    if (program !== "xargs") return reader.runCommand(inner, origin, { redirects: [], input });
    const own = fields.slice(0, run.from).map(({ text }) => text);
    const runs = withArguments(reader, inner, own, input).map((command) =>
      reader.runCommand(command, origin, { redirects: [], input: undefined }),
    );
    return { drafts: runs.flatMap(({ drafts }) => drafts) };
  }
  const [from, to] = run.kind === "part" ? [run.at, run.at + 1] : [run.from, run.to];
  const used = fields.slice(from, to);
  const [first] = used;
  if (first === undefined) return noRun;
  if (run.kind === "text" && isShell(program) && fields.length > to) {
    const [name, ...passed] = fields.slice(to).map(({ text }) => text);
    const read = (): Run => readInnerRun(reader, run, { fields: fields.slice(0, to), input, found }, origin);
    return readWithParameters(reader, passed, read, name);
  }
  if (run.kind === "text" && program === "parallel") return readParallel(reader, used, fields.slice(to), { origin, input });
  if (used.length === 1) {
    const skipped = run.kind === "part" ? run.offset : 0;
    const base = first.base === undefined ? undefined : first.base + skipped;
    return readInnerText(reader, { text: first.text.slice(skipped), range: first.range, base, input }, origin);
  }
  return readInnerText(reader, { ...join(used, first), input }, origin);
}

/** Reads the command of `parallel`, with the arguments after `:::` or on its input. */
function readParallel(
  reader: ShellReader,
  command: readonly Field[],
  rest: readonly Field[],
  { origin, input }: { readonly origin: Origin; readonly input: string | undefined },
): Run {
  const [first] = command;
  if (first === undefined) return noRun;
  const { limits } = reader.state;
  const { text: written, range } = join(command, first);
  const isAppended = rest.length === 0 && input !== undefined && limits.canExpand(input.length);
  const values = isAppended ? input : rest.flatMap(({ text }) => (text.startsWith(":::") ? [] : [text])).join(" ");
  const text = written.includes("{}") ? written.replaceAll("{}", () => values) : `${written} ${values}`;
  return limits.canExpand(text.length) ? readInnerText(reader, { text, range, input }, origin) : noRun;
}

/** Replaces `{}` in a command of `find` with the paths at which it starts. */
function replaceFound(command: readonly Field[], found: readonly string[]): readonly Field[] {
  if (found.length === 0) return command;
  return command.flatMap((field) => (field.text === "{}" ? found.map((text) => ({ ...field, text })) : [field]));
}

function join(fields: readonly Field[], first: Field): Pick<Field, "text" | "range"> {
  const range = { start: first.range.start, end: fields.at(-1)?.range.end ?? first.range.end };
  return { text: fields.map(({ text }) => text).join(" "), range };
}
