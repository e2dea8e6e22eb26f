import { compareText, PreceptError, type Diagnostic, type SourceLocation } from "@precept/core";
import {
  canonicalId,
  parsePolicies,
  preparePolicyGlobs,
  readPolicy,
  unwrapPolicy,
  registerPolicy,
  type ParsedPolicies,
  type Policy,
  type PolicySet,
} from "@precept/governance";
import { createFile, fileFailureOf, openRoot, readFileIn, removeFile, replaceFile, type Root } from "@precept/files";
import { policiesDir } from "../paths.ts";
import type { ActivePolicies } from "../active-policies.ts";
import { report } from "../diagnostic-catalogue.ts";
import { printPolicy } from "../print-policy.ts";
import { describeSource, type PolicySourceOf, type Registrant } from "../policy-source.ts";
import type { JoinedPolicies } from "./join-sources.ts";
import type { ValidatorOptions } from "./policy-cache.ts";
import type { ClientPolicy, SharedRegistrations } from "./shared-registrations.ts";
import { reportProtected } from "./report-protected.ts";

const maxPerClient = 500;
/** Longer files are no policy files. */
const maxFileBytes = 4_194_304;

/** A policy that was registered at run time, and its client. */
interface Registered {
  readonly policy: Policy;
  /** Undefined for the program itself. */
  readonly by: Registrant | undefined;
}

/** The outcome of registering one policy. */
export interface RegistrationOutcome {
  /** Undefined if the document contained no valid policy. */
  readonly policy: Policy | undefined;
  readonly accepted: boolean;
  /** The active policy with the same id. */
  readonly replaced: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface RegistrationOptions {
  /** The client. Default: the program itself, which can also replace policies of files and starters. */
  readonly by: Registrant | undefined;
  /** Whether the policies are saved in the project. */
  readonly save: boolean;
}

/** Policies that were registered at run time. */
export class Registry {
  readonly #registered = new Map<string, Registered>();
  readonly #validator: ValidatorOptions;
  readonly #shared: SharedRegistrations | undefined;

  /** @param shared where the policies of clients are, for several servers. Default: here only. */
  constructor(validator: ValidatorOptions, shared?: SharedRegistrations) {
    this.#validator = validator;
    this.#shared = shared;
  }

  /** Reads the policies that clients registered at any server. @throws PreceptError `STORE_FAILED` */
  async refresh(): Promise<void> {
    if (this.#shared === undefined) return;
    const ofClients: readonly ClientPolicy[] = await this.#shared.read();
    await preparePolicyGlobs(ofClients.map(({ policy }) => policy));
    for (const [id, { by }] of this.#registered) if (by !== undefined) this.#registered.delete(id);
    for (const { policy, by } of ofClients) this.#registered.set(policy.id, { policy, by });
  }

  /** Decides which policies of a document can be registered. Changes nothing. */
  async plan(
    source: string | object,
    active: ActivePolicies,
    options: RegistrationOptions,
  ): Promise<readonly RegistrationOutcome[]> {
    const { policies: located, diagnostics } = read(source);
    await preparePolicyGlobs(located.map(({ policy }) => policy));
    const { findRegexRisk } = await this.#validator.checkPatterns(located);
    let set: PolicySet = { policies: active.loaded, get: (id) => active.loaded.find((policy) => policy.id === id) };
    const outcomes: RegistrationOutcome[] = [];
    const added = new Set<string>();
    for (const { policy, location } of located) {
      const replaced = set.get(policy.id);
      const refusal = this.#refuse(policy, location, { ...options, active, added });
      if (refusal !== undefined) {
        outcomes.push({ policy, accepted: false, replaced, diagnostics: [refusal] });
        continue;
      }
      const outcome = registerPolicy(set, policy, { ...this.#validator.options, tables: active.tables, findRegexRisk }, location);
      set = outcome.set;
      if (outcome.accepted) added.add(policy.id);
      outcomes.push({ policy, accepted: outcome.accepted, replaced, diagnostics: outcome.diagnostics });
    }
    // A document without policies has one outcome.
    if (outcomes.length === 0) return [{ policy: undefined, accepted: false, replaced: undefined, diagnostics }];
    const [first, ...others] = outcomes as [RegistrationOutcome, ...RegistrationOutcome[]];
    return [{ ...first, diagnostics: [...diagnostics, ...first.diagnostics] }, ...others];
  }

  /**
   * Saves a policy in the project.
   *
   * @param source the text of a policy file with the policy alone, which becomes the file. Default: the policy is printed.
   * @throws PreceptError `POLICY_DEFINED_ELSEWHERE`, `POLICY_FILE_TAKEN`
   */
  async save(
    policy: Policy,
    root: string,
    { sources, source }: { readonly sources: ReadonlyMap<string, PolicySourceOf>; readonly source: string | undefined },
  ): Promise<void> {
    await write(policy, root, sources, source);
    this.#registered.delete(policy.id);
    await this.#shared?.remove(policy.id);
  }

  /** Returns the text of the file that a policy has for itself; of any other policy, a printed text. */
  async textOf(policy: Policy, root: string, sources: ReadonlyMap<string, PolicySourceOf>): Promise<string> {
    const name = ownFileOf(policy.id);
    const own = isOnlyIn(name, policy.id, sources) ? await readOwnFile(openRoot(root), name) : undefined;
    return own ?? printPolicy(policy);
  }

  /** Checks that a policy was registered, or saved in its own file. @throws PreceptError `POLICY_DEFINED_ELSEWHERE` */
  checkRemoval({ id }: Policy, sources: ReadonlyMap<string, PolicySourceOf>): void {
    const source = sources.get(id);
    if (source?.kind === "registered" || isOnlyIn(ownFileOf(id), id, sources)) return;
    const path = source === undefined ? "the program" : describeSource(source);
    throw new PreceptError("POLICY_DEFINED_ELSEWHERE", { id, path });
  }

  /** Removes a registered policy, or the file of a saved one. Call `checkRemoval` before. */
  async remove({ id }: Policy, root: string, sources: ReadonlyMap<string, PolicySourceOf>): Promise<void> {
    const name = ownFileOf(id);
    try {
      if (sources.get(id)?.kind === "file") await removeFile(openRoot(root), name);
    } catch (error) {
      throw fileFailureOf("delete", name, error);
    }
    this.#registered.delete(id);
    await this.#shared?.remove(id);
  }

  /**
   * Adds a policy. @returns why it was refused: a client of another server has registered its id in the meantime. @throws
   * PreceptError `STORE_FAILED`
   */
  async add(policy: Policy, by: Registrant | undefined): Promise<Diagnostic | undefined> {
    if (by !== undefined && this.#shared !== undefined && !(await this.#shared.add(policy, by))) {
      return reportProtected(policy.id, policy.id, {}, "by a client, which may be another one");
    }
    this.#registered.set(policy.id, { policy, by });
    return undefined;
  }

  /**
   * Adds the registered policies to the sources' policies. The program's policies replace all but managed ones with the
   * same id; policies of clients replace none. Managed policies come first, the others follow by id.
   */
  mergeInto(joined: JoinedPolicies): JoinedPolicies {
    const policies = new Map(joined.policies);
    const sources = new Map(joined.sources);
    const diagnostics = [...joined.diagnostics];
    const known = this.#registered.size === 0 ? new Map<string, KnownId>() : knownIds(joined.sources);
    for (const [id, { policy, by }] of this.#registered) {
      const existing = known.get(canonicalId(id));
      if (existing !== undefined && (by !== undefined || existing.source.kind === "managed")) {
        const message = `The registered policy ${id} is not active: ${existing.id} is defined in ${describeSource(existing.source)}.`;
        diagnostics.push(report("policies/registered-inactive", {}, message));
        continue;
      }
      policies.set(id, by === undefined ? policy : { ...policy, origin: "registered" });
      sources.set(id, { kind: "registered", ...(by !== undefined && { by }) });
    }
    const ordered = [...policies.values()].toSorted((one, other) => rankOf(one) - rankOf(other) || compareText(one.id, other.id));
    return { policies: new Map(ordered.map((policy) => [policy.id, policy])), sources, diagnostics };
  }

  /** Returns why a client or the program cannot register a policy with its id. Undefined if it can. */
  #refuse(
    { id }: Policy,
    location: SourceLocation,
    { by, save, active, added }: RegistrationOptions & { readonly active: ActivePolicies; readonly added: ReadonlySet<string> },
  ): Diagnostic | undefined {
    const existing = knownIds(active.sources).get(canonicalId(id));
    if (existing?.source.kind === "managed") {
      const message = `${id} is not registered: ${existing.id} is a managed policy in ${existing.source.file}.`;
      return report("policies/overrides-managed", location, message);
    }
    // The caller has permitted this client to change the project.
    if (by === undefined || save) return undefined;
    if (existing !== undefined && !(existing.id === id && isOwn(existing.source, by))) {
      return reportProtected(id, existing.id, location, describeOwner(existing.source));
    }
    const own = [...this.#registered].filter(([, registered]) => registered.by?.client === by.client).map(([known]) => known);
    const all = new Set([...own, ...added]);
    if (all.has(id) || all.size < maxPerClient) return undefined;
    const message = `${id} is not registered: you have registered ${maxPerClient} policies.`;
    return report("policies/too-many-registered", location, message);
  }
}

/** Managed policies come first. */
function rankOf({ origin }: Policy): number {
  return origin === "managed" ? 0 : 1;
}

interface KnownId {
  readonly id: string;
  readonly source: PolicySourceOf;
}

function knownIds(sources: ReadonlyMap<string, PolicySourceOf>): ReadonlyMap<string, KnownId> {
  return new Map([...sources].map(([id, source]) => [canonicalId(id), { id, source }]));
}

function isOwn(source: PolicySourceOf, by: Registrant): boolean {
  return source.kind === "registered" && source.by?.client === by.client;
}

function describeOwner(source: PolicySourceOf): string {
  if (source.kind !== "registered") return `in ${describeSource(source)}`;
  return source.by === undefined ? "by the program" : "by a client, which may be another one";
}

function read(source: string | object): ParsedPolicies {
  if (typeof source === "string") return parsePolicies(source);
  const { policy, diagnostics } = readPolicy(structuredClone(unwrapPolicy(source)));
  return { policies: policy === undefined ? [] : [{ policy, location: {} }], diagnostics };
}

/** The file that a saved policy has for itself. */
function ownFileOf(id: string): string {
  return `${policiesDir}/${id.toLowerCase()}.yaml`;
}

/** Whether a file contains a policy, and no other one. */
function isOnlyIn(name: string, id: string, sources: ReadonlyMap<string, PolicySourceOf>): boolean {
  return fileOf(sources.get(id)) === name && [...sources].every(([other, one]) => fileOf(one) !== name || other === id);
}

/** Writes a policy to its own file, named after its id. Never overwrites a file with other contents. */
async function write(
  policy: Policy,
  root: string,
  sources: ReadonlyMap<string, PolicySourceOf>,
  given: string | undefined,
): Promise<void> {
  const { id } = policy;
  const name = ownFileOf(id);
  const source = fileOf(sources.get(id));
  if (source !== undefined && source !== name && source.startsWith(`${policiesDir}/`)) {
    throw new PreceptError("POLICY_DEFINED_ELSEWHERE", { id, path: source });
  }
  const project = openRoot(root);
  try {
    if (await createFile(project, name, given ?? (await printPolicy(policy)))) return;
    if (!isOnlyIn(name, id, sources)) throw new PreceptError("POLICY_FILE_TAKEN", { id, path: name });
    await replaceFile(project, name, given ?? (await printPolicy(policy, await readOwnFile(project, name))));
  } catch (error) {
    throw fileFailureOf("write", name, error);
  }
}

/** Undefined if the file cannot be read. */
async function readOwnFile(project: Root, name: string): Promise<string | undefined> {
  const content = await readFileIn(project, name, { maxBytes: maxFileBytes });
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}

function fileOf(source: PolicySourceOf | undefined): string | undefined {
  return source?.kind === "file" ? source.file : undefined;
}
