import { quoteWord } from "@precept/agent-actions";
import { plainCommand, plainPipeline, plainWord, type Kind } from "./spelling.ts";
import type { Pipeline } from "./commands.ts";

/** A program that runs the last command of a pipeline. */
const wrap = (name: string, before: string, after = "", unverified?: string): Kind => ({
  name,
  spell: (pipeline) => ({
    text: pipeline
      .map((words, at) => (at === pipeline.length - 1 ? `${before} ${plainCommand(words)}${after}` : plainCommand(words)))
      .join(" | "),
  }),
  ...(unverified !== undefined && { unverified }),
});

/** A shell text around the pipeline. */
const around = (name: string, before: string, after = ""): Kind => ({
  name,
  spell: (pipeline) => ({ text: `${before}${plainPipeline(pipeline)}${after}` }),
});

/** Applies to a single command. */
const single = (name: string, spell: (words: readonly string[]) => string | undefined, unverified?: string): Kind => ({
  name,
  spell: ([words = [], ...rest]: Pipeline) => {
    const text = rest.length > 0 ? undefined : spell(words);
    return text === undefined ? undefined : { text };
  },
  ...(unverified !== undefined && { unverified }),
});

const areSimple = (words: readonly string[]): boolean => words.every((word) => plainWord(word) === word);

const elsewhere = "the stubs are in another directory";

/** Programs, keywords and directories around a command. */
export const wrapperKinds: readonly Kind[] = [
  wrap("command", "command"),
  wrap("command --", "command --"),
  wrap("builtin command", "builtin command"),
  wrap("exec", "exec"),
  wrap("exec -a", "exec -a other"),
  wrap("nohup", "nohup", " >/dev/null 2>&1"),
  wrap("time", "time"),
  wrap("time -p", "time -p"),
  wrap("timeout", "timeout -k 1 10s"),
  wrap("timeout --signal", "timeout --signal=KILL 10"),
  wrap("nice", "nice -n 3"),
  wrap("nice -3", "nice -3"),
  wrap("setsid", "setsid -w"),
  wrap("stdbuf", "stdbuf -oL -eL"),
  wrap("env", "env A=1 B=2"),
  wrap("env -u", "env -u A --"),
  wrap("env --unset", "env --unset=A"),
  wrap("several programs", "nohup nice -n 3 timeout 10 env A=1 stdbuf -o0"),
  single("env -S", (words) => (areSimple(words) ? `env -S '${words.join(" ")}'` : undefined)),
  single("env --split-string", (words) => (areSimple(words) ? `env --split-string='A=1 ${words.join(" ")}'` : undefined)),
  single("env -vS", (words) => (areSimple(words) ? `env -vS'${words.join(" ")}'` : undefined)),
  single("xargs", ([name = "", ...operands]) =>
    operands.length > 0 && areSimple(operands) && !/^-[neE]+$/.test(operands[0] ?? "")
      ? `echo ${operands.join(" ")} | xargs ${name}`
      : undefined,
  ),
  single("xargs with a here-string", ([name = "", ...operands]) =>
    operands.length > 0 && areSimple(operands) ? `xargs ${name} <<< '${operands.join(" ")}'` : undefined,
  ),
  single("xargs -0", ([name = "", ...operands]) =>
    operands.length > 0 ? `printf '%s\\0' ${operands.map(plainWord).join(" ")} | xargs -0 ${name}` : undefined,
  ),
  single("xargs -n", ([name = "", ...operands]) =>
    operands.length > 0 && areSimple(operands)
      ? `printf '%s\\n' ${operands.join(" ")} | xargs -n ${operands.length} -t ${name}`
      : undefined,
  ),
  single("xargs -I", (words) => {
    const last = words.at(-1) ?? "";
    return words.length > 1 && areSimple([last])
      ? `echo ${last} | xargs -I{} ${words.slice(0, -1).map(plainWord).join(" ")} {}`
      : undefined;
  }),
  single("xargs -I with another name", (words) => {
    const last = words.at(-1) ?? "";
    return words.length > 1 && areSimple([last])
      ? `echo ${last} | xargs -I % ${words.slice(0, -1).map(plainWord).join(" ")} %`
      : undefined;
  }),
  single("xargs with a whole command", (words) => (areSimple(words) ? `echo ${words.join(" ")} | xargs -t env` : undefined)),
  single("find -exec", (words) => `find . -maxdepth 0 -exec ${plainCommand(words)} \\;`),
  single("find -execdir", (words) => `find . -maxdepth 0 -execdir ${plainCommand(words)} ';'`, "find refuses some paths"),
  {
    name: "find -exec sh",
    spell: (pipeline) => ({ text: `find . -maxdepth 0 -exec sh -c ${quoteWord(plainPipeline(pipeline))} \\;` }),
  },
  around("cd .", "cd . && "),
  around("cd in a line before", "cd ./\n"),
  around("cd there and back", "mkdir -p sub && cd sub && cd .. && "),
  around("pushd and popd", "mkdir -p sub; pushd sub >/dev/null; popd >/dev/null; "),
  around("cd in a subshell before", "(cd /tmp); "),
  around("a subshell", "(", ")"),
  around("nested subshells", "( ( ", " ) )"),
  around("a group", "{ ", "; }"),
  around("a group with redirections", "{ ", "; } 2>/dev/null"),
  around("&&", "true && "),
  around("||", "false || "),
  around("after other commands", "ls >/dev/null; echo ok; "),
  around("before other commands", "", "; echo done"),
  around("in the background", "", " & wait"),
  around("if", "if true; then ", "; fi"),
  around("else", "if false; then ls; else ", "; fi"),
  around("a condition", "if ", "; then ls; fi"),
  around("[[ ]]", "[[ -n a ]] && "),
  around("while", "while true; do ", "; break; done"),
  around("until", "until ", "; do break; done"),
  around("for", "for i in 1; do ", "; done"),
  around("case", "case a in a) ", ";; esac"),
  around("a substitution that is not used", ": $(", ")"),
  around("a substitution in quotes", 'echo "result: $(', ')"'),
  around("backquotes", "x=`", "`"),
  around("a process substitution", "cat <(", ")"),
  around("output to a process", "", " > >(cat)"),
  around("output to a pipe", "", " 2>&1 | cat"),
  around("coproc", "coproc { ", "; }; wait"),
  { name: "a trap", spell: (pipeline) => ({ text: `trap ${quoteWord(plainPipeline(pipeline))} EXIT` }) },
  single("a loop over programs", ([name = "", ...operands]) => `for tool in ${name}; do $tool ${plainCommand(operands)}; done`),
  single("a loop over operands", (words) =>
    words.length < 2
      ? undefined
      : `for one in ${plainWord(words.at(-1) ?? "")}; do ${plainCommand(words.slice(0, -1))} "$one"; done`,
  ),
  single("a loop over lines", (words) =>
    words.length < 2
      ? undefined
      : `while read -r one; do ${plainCommand(words.slice(0, -1))} "$one"; done <<< ${plainWord(words.at(-1) ?? "")}`,
  ),
  {
    name: "a path of the program",
    spell: (pipeline) => ({ text: plainPipeline(pipeline.map(([name = "", ...operands]) => [`/usr/bin/${name}`, ...operands])) }),
    unverified: elsewhere,
  },
  {
    name: "a relative path of the program",
    spell: (pipeline) => ({
      text: plainPipeline(pipeline.map(([name = "", ...operands]) => [`../../usr/bin/../bin/${name}`, ...operands])),
    }),
    unverified: elsewhere,
  },
  single(
    "a wildcard in the program",
    ([name = "", ...operands]) => `/usr/bin/${name.slice(0, -1)}[${name.slice(-1)}] ${plainCommand(operands)}`,
    elsewhere,
  ),
  single("a found program", ([name = "", ...operands]) => `$(command -v ${name}) ${plainCommand(operands)}`),
  single("a found program by which", ([name = "", ...operands]) => `"$(which ${name})" ${plainCommand(operands)}`),
];
