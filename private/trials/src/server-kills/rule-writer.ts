import type { PreceptClient } from "@precept/client";
import type { Random } from "@precept/testing/random";

/** A rule as the writer knows it: what was acknowledged last, and what was sent after that. */
interface WrittenRule {
  readonly name: string;
  /** The text that the server has acknowledged; undefined if it has acknowledged the deletion. */
  acknowledged: string | undefined;
  /** The text of a write without an answer; undefined for a deletion. Absent: the last write was answered. */
  pending?: { readonly text: string | undefined };
}

/** Creates, changes and deletes rules through a server, and remembers which writes were acknowledged. */
export class RuleWriter {
  acknowledged = 0;
  readonly #name: string;
  readonly #client: PreceptClient;
  readonly #random: Random;
  readonly #rules: WrittenRule[] = [];
  #isStopped = false;

  constructor(name: string, client: PreceptClient, random: Random) {
    this.#name = name;
    this.#client = client;
    this.#random = random;
  }

  /** Writes until it is stopped, or the server is gone. */
  async run(): Promise<void> {
    try {
      for (let number = 0; !this.#isStopped; number += 1) await this.#writeOne(number);
    } catch {
      // The server was killed. The last write has no answer.
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Compares the rules of a server with the acknowledged writes. */
  async findLostWrites(client: PreceptClient): Promise<readonly string[]> {
    const failures: string[] = [];
    for (const { name, acknowledged, pending } of this.#rules) {
      const found = await client.rules.get(name).then(
        ({ content }) => content.trim(),
        () => undefined,
      );
      const isRight = found === acknowledged || (pending !== undefined && found === pending.text);
      if (!isRight) failures.push(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(acknowledged)}`);
    }
    return failures;
  }

  async #writeOne(number: number): Promise<void> {
    const existing = this.#rules[this.#random.below(this.#rules.length)];
    const choice = this.#random.next();
    if (existing?.acknowledged === undefined || choice < 0.4) return this.#create(number);
    const text = choice < 0.85 ? `Text ${number} of ${this.#name}.` : undefined;
    existing.pending = { text };
    if (text === undefined) await this.#client.rules.delete(existing.name);
    else await this.#client.rules.update(existing.name, { content: text });
    this.#acknowledge(existing, text);
  }

  async #create(number: number): Promise<void> {
    const name = `${this.#name}-${number}`;
    const text = `Text ${number} of ${this.#name}.`;
    const store = this.#random.chance(0.5) ? "fs" : "sqlite";
    const rule: WrittenRule = { name, acknowledged: undefined, pending: { text } };
    this.#rules.push(rule);
    await this.#client.rules.create({ name, description: "A rule.", content: text, scope: "project", store });
    this.#acknowledge(rule, text);
  }

  #acknowledge(rule: WrittenRule, text: string | undefined): void {
    rule.acknowledged = text;
    delete rule.pending;
    this.acknowledged += 1;
  }
}
