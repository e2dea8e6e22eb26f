import type { WrapperSpec } from "./wrapper-spec.ts";

const shell: WrapperSpec = {
  textFlags: ["-c"],
  valueFlags: ["-O", "-o", "--rcfile", "--init-file"],
  onlyText: true,
  runsInput: true,
};

/** The programs that run shell text. */
export const shells: Readonly<Record<string, WrapperSpec>> = {
  bash: shell,
  sh: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  ash: shell,
  fish: { ...shell, textFlags: ["-c", "--command", "-C", "--init-command"] },
};

/** Whether a program runs shell text: a script that is piped into it is run. */
export function isShell(program: string): boolean {
  return Object.hasOwn(shells, program);
}
