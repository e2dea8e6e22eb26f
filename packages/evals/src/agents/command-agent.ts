import type { EvalAgentDocument } from "@precept/contract/evals";
import { startRecorder } from "../models/recorder.ts";
import { protocols } from "../models/protocols.ts";
import type { ModelServer } from "../models/call-model.ts";
import type { Agent } from "./agent.ts";
import { environmentOf } from "./environment.ts";
import { runProgram } from "./run-program.ts";

/** In seconds. */
const defaultTimeout = 600;

/** What an agent has instead of the key. */
const placeholderKey = "precept-eval-placeholder";

/**
 * Creates an agent that is a program. If it has a model server, the program gets the URL of a recorder in its place, and no key.
 *
 * @param user the user's environment variables.
 */
export function createCommandAgent(
  { command = [], stdin, shell = false, env = {}, pass, timeout = defaultTimeout }: EvalAgentDocument,
  server: ModelServer | undefined,
  user: Readonly<Record<string, string | undefined>>,
): Agent {
  return async ({ prompt, dir, copy, onExchange, signal }) => {
    const recorder = server && (await startRecorder(server, onExchange));
    const url = recorder?.url ?? "";
    const fill = (text: string): string => text.replaceAll("{url}", url).replaceAll("{prompt}", () => prompt);
    const words = shell ? shellCall(command.join(" ").replaceAll("{url}", url)) : command.map(fill);
    const hasPrompt = shell || command.some((word) => word.includes("{prompt}"));
    try {
      const { exitCode, problem, output } = await runProgram({
        words,
        cwd: copy,
        env: {
          ...environmentOf(dir, user, pass),
          ...(server && protocols[server.protocol].variables(url, placeholderKey)),
          ...(shell && { PRECEPT_PROMPT: prompt }),
          ...env,
        },
        input: (stdin ?? !hasPrompt) ? prompt : undefined,
        timeout: timeout * 1000,
        signal,
      });
      if (exitCode === 0) return { isFailed: false, output };
      return { isFailed: true, problem: problem ?? `it exited with code ${exitCode ?? "none"}`, output };
    } finally {
      await recorder?.[Symbol.asyncDispose]();
    }
  };
}

function shellCall(line: string): readonly string[] {
  return process.platform === "win32" ? ["powershell.exe", "-NoProfile", "-Command", line] : ["/bin/sh", "-c", line];
}
