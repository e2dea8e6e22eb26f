import type { ProjectState, StateLog } from "@precept/core";
import { readPolicy, toWirePolicy, type Policy } from "@precept/governance";
import type { Registrant } from "../policy-source.ts";

/** A policy that a client registered, as it is stored: its wire form, by its id. */
interface StoredRegistration {
  readonly policy: object;
  readonly by: Registrant;
}

type Stored = Readonly<Record<string, StoredRegistration>>;

/** A policy that was registered at run time by a client of some server. */
export interface ClientPolicy {
  readonly policy: Policy;
  readonly by: Registrant;
}

/** The policies that clients registered at any server of a project: the text beside a log, whose entries are the changed ids. */
export class SharedRegistrations {
  readonly #log: StateLog;

  constructor({ state, project }: ProjectState) {
    this.#log = state.log("policies", project);
  }

  /** @throws PreceptError `STORE_FAILED` */
  async read(): Promise<readonly ClientPolicy[]> {
    const { state } = await this.#log.read({ after: 0, limit: 0 });
    return Object.values(parse(state)).flatMap(({ policy: wire, by }) => {
      const { policy } = readPolicy(wire);
      return policy === undefined ? [] : [{ policy, by }];
    });
  }

  /** Stores a policy. @returns whether it is stored: no other client has its id. @throws PreceptError `STORE_FAILED` */
  async add(policy: Policy, by: Registrant): Promise<boolean> {
    let isOwn = false;
    await this.#log.append((state) => {
      const stored = parse(state);
      const known = stored[policy.id];
      isOwn = known === undefined || known.by.client === by.client;
      if (!isOwn) return { entries: [] };
      const added: Stored = { ...stored, [policy.id]: { policy: toWirePolicy(policy), by } };
      return { entries: [policy.id], state: JSON.stringify(added) };
    });
    return isOwn;
  }

  /** Removes a policy, if it is stored. @throws PreceptError `STORE_FAILED` */
  async remove(id: string): Promise<void> {
    await this.#log.append((state) => {
      const { [id]: removed, ...rest } = parse(state);
      return removed === undefined ? { entries: [] } : { entries: [id], state: JSON.stringify(rest) };
    });
  }

  /** Calls a function when any server may have changed them. */
  follow(onChange: () => void): () => void {
    return this.#log.follow(onChange);
  }
}

function parse(state: string | undefined): Stored {
  return state === undefined ? {} : (JSON.parse(state) as Stored);
}
