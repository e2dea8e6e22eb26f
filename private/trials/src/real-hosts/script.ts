import type { ModelRequest, ScriptedAnswer } from "./model-server.ts";
import type { HostRun, RealHost } from "./hosts.ts";
import type { Step } from "./step.ts";

/** A step, and whether the server then reports so many tokens that the host shortens the conversation. */
export interface ScriptedStep {
  readonly step: Step;
  readonly fills?: boolean;
}

/** Who sent a request: the agent itself, its subagent, or the host for a summary or a title. */
type Sender = "main" | "subagent" | "host";

/** A request that the script answered. */
export interface AnsweredRequest {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly sender: Sender;
  /** The mark of the script. */
  readonly mark: string;
  /** What the model received. */
  readonly text: string;
  /** What it answered. Undefined: a request of the host. */
  readonly step: Step | undefined;
}

/** The steps of the agent and of the subagent, by the mark of a prompt. */
export interface Scripts {
  readonly main: Readonly<Record<string, readonly ScriptedStep[]>>;
  readonly subagent: Readonly<Record<string, readonly ScriptedStep[]>>;
}

const ordinaryTokens = 1_000;

/** Plays scripts to a host, and keeps what the host sent. */
export class ScriptPlayer {
  readonly log: AnsweredRequest[] = [];
  readonly #host: RealHost;
  readonly #scripts: Scripts;
  readonly #next = new Map<string, number>();
  #mark: string;

  constructor(host: RealHost, scripts: Scripts) {
    this.#host = host;
    this.#scripts = scripts;
    this.#mark = Object.keys(scripts.main)[0] ?? "";
  }

  answer({ body, text }: ModelRequest, run: HostRun): ScriptedAnswer {
    const { tools, ...conversation } = body;
    const talk = JSON.stringify(conversation);
    const found = this.#senderOf(JSON.stringify(tools ?? []), talk);
    const step = found.sender === "host" ? undefined : this.#take(found.mark, run, text);
    this.log.push({ at: Date.now(), ...found, text: talk, step: step?.scripted.step });
    if (step === undefined) return { answer: "<summary>The cart was changed.</summary>", tokens: ordinaryTokens };
    const { compaction } = this.#host;
    const fills = step.scripted.fills === true && compaction !== undefined && "tokens" in compaction;
    return { answer: step.answer, tokens: fills ? compaction.tokens : ordinaryTokens };
  }

  /** The request after each step, in the order of the steps. */
  following(mark: string): readonly { readonly step: Step; readonly text: string }[] {
    const own = this.log.filter((one) => one.mark === mark && one.sender !== "host");
    return own.flatMap(({ step }, at) => {
      const next = own[at + 1];
      return step === undefined || next === undefined ? [] : [{ step, text: next.text }];
    });
  }

  #senderOf(tools: string, talk: string): Pick<AnsweredRequest, "sender" | "mark"> {
    const { summary, shell } = this.#host;
    if (!tools.includes(`"${shell}"`) || summary?.test(talk) === true) return { sender: "host", mark: "" };
    const main = lastOf(Object.keys(this.#scripts.main), talk);
    if (main !== undefined) {
      this.#mark = main;
      return { sender: "main", mark: main };
    }
    const subagent = lastOf(Object.keys(this.#scripts.subagent), talk);
    // A shortened conversation may have no mark.
    return subagent === undefined ? { sender: "main", mark: this.#mark } : { sender: "subagent", mark: subagent };
  }

  #take(
    mark: string,
    run: HostRun,
    text: string,
  ): { readonly scripted: ScriptedStep; readonly answer: ScriptedAnswer["answer"] } {
    const steps = { ...this.#scripts.main, ...this.#scripts.subagent }[mark] ?? [];
    for (;;) {
      const at = this.#next.get(mark) ?? 0;
      this.#next.set(mark, at + 1);
      const scripted = steps[at] ?? { step: { kind: "say", text: "Done." } };
      const { step } = scripted;
      const answer = step.kind === "say" ? step.text : this.#host.call(step, run, text);
      if (answer !== undefined) return { scripted, answer };
    }
  }
}

/** The text that occurs last in another. */
function lastOf(texts: readonly string[], talk: string): string | undefined {
  const found = texts.filter((text) => talk.includes(text));
  return found.toSorted((left, right) => talk.lastIndexOf(right) - talk.lastIndexOf(left))[0];
}
