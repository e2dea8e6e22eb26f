import { isAbsolute, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { pushAll, PreceptError, type Diagnostic } from "@precept/core";
import {
  createPolicySet,
  createTables,
  defaultTables,
  emptyBaseline,
  joinDecisions,
  partsOf,
  patternsOf,
  runPolicyTests,
  traceMatch,
  type Baseline,
  type Decision,
  type LocatedPolicy,
  type MatchStep,
  type PatternRunner,
  type PatternSource,
  type Policy,
  type PolicyContext,
  type PolicyTestReport,
  type Subject,
} from "@precept/governance";
import { messageOf, type PathWatcher, reportWatchFailure, rootFor, watchPaths, type WatchBackend } from "@precept/files";
import { policiesDir } from "./paths.ts";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import { projectFilesOf } from "./project-files.ts";
import { loadBaseline, updateBaseline } from "./baseline.ts";
import { Enforcer } from "./enforce/enforcer.ts";
import { decideEach, evaluateOptionsFor, normaliseSubjects, activatePolicies, type ActivePolicies } from "./active-policies.ts";
import { CompiledPolicyCache, PolicyCache } from "./load/policy-cache.ts";
import { displayPath, readSources } from "./load/read-sources.ts";
import { Registry, type RegistrationOutcome } from "./load/registry.ts";
import { SharedRegistrations } from "./load/shared-registrations.ts";
import { reportWeakened } from "./load/report-weakened.ts";
import type {
  CheckOptions,
  PoliciesChange,
  RegisterOptions,
  RegisteredPolicies,
  SoftHooks,
  UpdatedBaseline,
} from "./policy-engine.ts";
import type { Registrant } from "./policy-source.ts";
import { resolveContext } from "./signals/resolve-context.ts";
import { createRegexSafetyChecker, type RegexSafetyChecker, describeRegexRisk } from "./runner/regex-safety-checker.ts";
import { createSyntaxMatcher, type SyntaxMatcher } from "./syntax/syntax-matcher.ts";
import { createBoundedRunner } from "./runner/pattern-runner.ts";

/** The delay between a change and the reload, in milliseconds. */
const reloadDelay = 25;
/** The pause before policies are read again that could not be read, in milliseconds. */
const retryDelay = 500;

/** The part of a policy engine that loads policies and evaluates them. */
export class OpenPolicyEngine implements AsyncDisposable {
  readonly enforcer: Enforcer;
  readonly #project: () => EnforcementProject;
  readonly #notify: (change: PoliciesChange) => void;
  readonly #isReadOnly: boolean;
  readonly #watches: boolean;
  readonly #syntax: SyntaxMatcher = createSyntaxMatcher();
  readonly #runner: PatternRunner = { ...createBoundedRunner(), findSyntax: this.#syntax.findSyntax };
  readonly #compiledCache: CompiledPolicyCache;
  readonly #regexSafetyChecker: RegexSafetyChecker;
  readonly #cache: PolicyCache;
  readonly #registry: Registry;
  readonly #endFollowing: (() => void) | undefined;
  #active: ActivePolicies;
  #watched:
    | { readonly paths: readonly string[]; readonly backend: WatchBackend | undefined; readonly watcher: PathWatcher }
    | undefined;
  readonly #closingWatchers = new Set<Promise<void>>();
  #isClosed = false;
  /** Reloads run one after the other, so that an earlier one does not replace the result of a later one. */
  #queue: Promise<unknown> = Promise.resolve();
  #registering: Promise<unknown> = Promise.resolve();

  /** Has no policies until the first {@link reload}. @param notify called with each change of the policies. */
  constructor(
    project: () => EnforcementProject,
    { readOnly = false, watch = false, endsSoon = false, shared }: EnforcementOptions,
    notify: (change: PoliciesChange) => void,
  ) {
    this.#project = project;
    this.#notify = notify;
    this.#isReadOnly = readOnly;
    this.#watches = watch;
    this.#compiledCache = new CompiledPolicyCache(project().cache);
    this.#regexSafetyChecker = createRegexSafetyChecker({ cache: this.#compiledCache.risks });
    const validator = {
      compiledCache: this.#compiledCache,
      options: { runner: this.#runner },
      checkPatterns: async (located: readonly LocatedPolicy[]) => this.#checkPatterns(located),
    };
    this.#cache = new PolicyCache(validator);
    const registrations = shared && new SharedRegistrations(shared);
    this.#registry = new Registry(validator, registrations);
    // A policy that a client registers at another server counts here, too.
    if (watch) this.#endFollowing = registrations?.follow(() => void this.reload().catch(() => undefined));
    this.enforcer = new Enforcer(project, this.#runner, { readOnly, endsSoon, shared });
    this.#active = activatePolicies([], project().settings, {
      sources: new Map(),
      diagnostics: [],
      baseline: emptyBaseline,
      tables: defaultTables,
      project: projectFilesOf(project()),
    });
  }

  get active(): ActivePolicies {
    return this.#active;
  }

  get softHooks(): SoftHooks {
    return this.enforcer.softHooks(() => this.#active);
  }

  get diagnostics(): readonly Diagnostic[] {
    const unwatched = reportWatchFailure(this.#watched?.watcher.failure);
    return [...unwatched, ...this.#active.diagnostics, ...this.enforcer.diagnostics];
  }

  async reload(): Promise<void> {
    const reloaded = this.#queue.then(() => this.#load());
    this.#queue = reloaded.catch(() => undefined);
    return reloaded;
  }

  async register(source: string | object, options: RegisterOptions = {}): Promise<RegisteredPolicies> {
    if (options.save === true && this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    // One after the other, so that two clients cannot both claim an id.
    const registered = this.#registering.then(() => this.#register(source, options));
    this.#registering = registered.catch(() => undefined);
    return registered;
  }

  async remove(policy: Policy, by?: Registrant): Promise<void> {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const removed = this.#registering.then(() => this.#remove(policy, by));
    this.#registering = removed.catch(() => undefined);
    return removed;
  }

  async textOf(policy: Policy): Promise<string> {
    return this.#registry.textOf(policy, this.#project().root, this.#active.sources);
  }

  async validate(source: string): Promise<RegisteredPolicies> {
    const planned = await this.#registry.plan(source, this.#active, { by: undefined, save: true });
    return {
      accepted: planned.flatMap(({ policy, accepted }) => (policy !== undefined && accepted ? [policy] : [])),
      diagnostics: planned.flatMap(({ diagnostics }) => diagnostics),
    };
  }

  async validateParsed(located: readonly LocatedPolicy[]): Promise<RegisteredPolicies> {
    const { findRegexRisk } = await this.#checkPatterns(located);
    const { tables } = this.#active;
    const { set, diagnostics } = createPolicySet(located, { runner: this.#runner, tables, findRegexRisk });
    return { accepted: set.policies, diagnostics };
  }

  async test(selection?: string | readonly Policy[]): Promise<readonly PolicyTestReport[]> {
    const { policies } = this.#active;
    const selected =
      typeof selection === "string" ? policies.filter((policy) => policy.id === selection) : (selection ?? policies);
    return selected.map((policy) => runPolicyTests(policy, { runner: this.#runner }));
  }

  async contextFor(options: Pick<CheckOptions, "context" | "signals"> = {}): Promise<PolicyContext> {
    return resolveContext(options, this.#active.signals, this.#project().root).context;
  }

  async check(subject: Subject | readonly Subject[], options: CheckOptions = {}): Promise<Decision> {
    const { root } = this.#project();
    const subjects = normaliseSubjects(subject, root);
    const { context, diagnostics } = resolveContext(options, this.#active.signals, root);
    const decision = joinDecisions(await decideEach(subjects, this.#active, this.#runner, { ...options, context }));
    return { ...decision, diagnostics: [...decision.diagnostics, ...diagnostics] };
  }

  async observe(
    policies: readonly Policy[],
    subject: Subject | readonly Subject[],
    options: CheckOptions = {},
  ): Promise<Decision> {
    const { root, settings } = this.#project();
    const observed = activatePolicies(policies, { ...settings, shadow: true }, { ...this.#active, baseline: emptyBaseline });
    const { context } = resolveContext(options, observed.signals, root);
    return joinDecisions(await decideEach(normaliseSubjects(subject, root), observed, this.#runner, { ...options, context }));
  }

  trace(policy: Policy, subject: Subject, options: CheckOptions = {}): readonly MatchStep[] {
    const { root } = this.#project();
    const { context } = resolveContext(options, this.#active.signals, root);
    const evaluateOptions = evaluateOptionsFor(this.#active, this.#runner, { ...options, context });
    return normaliseSubjects(subject, root).flatMap((one) => traceMatch(policy, one, evaluateOptions));
  }

  async updateBaseline(change: (current: Baseline) => Baseline | undefined): Promise<UpdatedBaseline> {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const { settings, root, confined } = this.#project();
    const path = settings.baseline;
    const file = displayPath(root, path);
    const baseline = await updateBaseline(confined, path, file, change);
    await this.reload();
    return { baseline, file };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#endFollowing?.();
    await this.#watched?.watcher.close();
    await this.#registering;
    await this.#queue;
    await Promise.all(this.#closingWatchers);
    await Promise.all([
      this.#regexSafetyChecker[Symbol.asyncDispose](),
      this.#syntax[Symbol.asyncDispose](),
      this.enforcer[Symbol.asyncDispose](),
    ]);
  }

  async #checkPatterns(located: readonly LocatedPolicy[]) {
    const patterns = located.flatMap(({ policy }) => partsOf(policy).flatMap(patternsOf));
    const risks = await this.#regexSafetyChecker.check(patterns);
    const known = new Map(patterns.map((pattern, at) => [keyOf(pattern), risks[at]]));
    return {
      findRegexRisk: (pattern: PatternSource) => describeRegexRisk(known.get(keyOf(pattern)) ?? { kind: "none" }),
      isComplete: risks.every(({ kind }) => kind !== "unknown"),
    };
  }

  async #load(): Promise<void> {
    const project = this.#project();
    const { root, settings, confined, configFile, configProblems = [] } = project;
    const { managedDirs, dirs, baseline: path } = settings;
    // Before reading, so that no change in between is missed.
    if (this.#watches) await this.#watch([...managedDirs.filter(isAbsolute), join(root, policiesDir), ...dirs, path]);
    const tables = createTables(settings.tables);
    await this.#registry.refresh();
    const cached = await this.#cache.set(await readSources(project), tables);
    const { policies, sources, diagnostics: policyDiagnostics } = this.#registry.mergeInto(cached);
    const { baseline, diagnostics } = await loadBaseline(confined, path, displayPath(root, path));
    const before = this.#active;
    this.#active = activatePolicies([...policies.values()], settings, {
      sources,
      diagnostics: [
        ...configProblems,
        ...policyDiagnostics,
        ...reportWeakened([...policies.values()], sources, tables, configFile),
        ...diagnostics,
      ],
      baseline,
      tables,
      project: projectFilesOf(project),
    });
    await this.#compiledCache.save();
    this.#notifyOfChanges(before);
  }

  async #register(source: string | object, { save = false, by }: RegisterOptions): Promise<RegisteredPolicies> {
    const planned = await this.#registry.plan(source, this.#active, { by, save });
    const accepted: Policy[] = [];
    const diagnostics: Diagnostic[] = [];
    const text = typeof source === "string" && isWholeText(planned) ? source : undefined;
    for (const outcome of planned) {
      pushAll(diagnostics, outcome.diagnostics);
      const { policy } = outcome;
      if (policy === undefined || !outcome.accepted) {
        pushAll(diagnostics, await this.enforcer.decisionLog.recordRegistration(outcome, by));
        continue;
      }
      try {
        if (save) await this.#registry.save(policy, this.#project().root, { sources: this.#active.sources, source: text });
      } catch (error) {
        await this.enforcer.decisionLog.recordRegistration({ ...outcome, accepted: false }, by, messageOf(error));
        throw error;
      }
      const unrecorded = await this.enforcer.decisionLog.recordRegistration(outcome, by);
      pushAll(diagnostics, unrecorded);
      // A client must not change what is enforced without a trace.
      if (unrecorded.length > 0 && by !== undefined && !save) continue;
      const refused = save ? undefined : await this.#registry.add(policy, by);
      if (refused === undefined) accepted.push(policy);
      else diagnostics.push(refused);
    }
    await this.reload();
    return { accepted, diagnostics };
  }

  async #remove(policy: Policy, by: Registrant | undefined): Promise<void> {
    const { sources } = this.#active;
    this.#registry.checkRemoval(policy, sources);
    // First, because what is enforced must not change without a trace.
    await this.enforcer.decisionLog.recordRemoval(policy, by);
    await this.#registry.remove(policy, this.#project().root, sources);
    await this.reload();
  }

  /** Reloads after a change of a file. While the servers' common state cannot be read, tries again: the change must not be missed. */
  async #reloadWhenPossible(): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.reload();
      } catch (error) {
        if (!PreceptError.is(error, "STORE_FAILED") || !error.details.retryable) return;
      }
      await setTimeout(retryDelay);
    }
  }

  async #watch(paths: readonly string[]): Promise<void> {
    const before = this.#watched;
    const { confined: project, watchBackend } = this.#project();
    if (before?.backend === watchBackend && isDeepStrictEqual(before?.paths, paths)) return;
    const onChange = async (): Promise<void> => {
      // The file may still be being written.
      await setTimeout(reloadDelay);
      await this.#reloadWhenPossible();
    };
    const watched = paths.map((path) => ({ root: rootFor(project, path), path }));
    this.#watched = { paths, backend: watchBackend, watcher: await watchPaths(watched, onChange, () => watchBackend) };
    if (before === undefined) return;
    // Not awaited: the old watcher may be waiting for this reload.
    const closing: Promise<void> = before.watcher.close().finally(() => this.#closingWatchers.delete(closing));
    this.#closingWatchers.add(closing);
  }

  #notifyOfChanges(before: ActivePolicies): void {
    const { policies, diagnostics, baseline } = this.#active;
    const known = new Map(before.policies.map((policy) => [policy.id, policy]));
    const ids = new Set(policies.map(({ id }) => id));
    const saved = policies.filter((policy) => !isDeepStrictEqual(policy, known.get(policy.id))).map(({ id }) => id);
    const deleted = [...known.keys()].filter((id) => !ids.has(id));
    const hasNewDiagnostics = (): boolean => !isDeepStrictEqual([diagnostics, baseline], [before.diagnostics, before.baseline]);
    if (saved.length + deleted.length > 0 || hasNewDiagnostics()) this.#notify({ saved, deleted, diagnostics: this.diagnostics });
  }
}

/** Identifies a pattern by its text, since `patternsOf` returns new objects each time. */
function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}

/** Whether a text contains one policy, and nothing that cannot be read. */
function isWholeText([outcome, ...others]: readonly RegistrationOutcome[]): boolean {
  return others.length === 0 && outcome?.diagnostics.every(({ severity }) => severity !== "error") === true;
}
