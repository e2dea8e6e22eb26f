import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PreceptError, type Diagnostic } from "@precept/core";
import {
  createTables,
  defaultTables,
  joinDecisions,
  runPolicyTests,
  type Baseline,
  type Decision,
  type PatternRunner,
  type PatternSource,
  type PolicyTestReport,
  type Subject,
} from "@precept/governance";
import { type PathWatcher, reportWatchFailure, rootFor, watchPaths } from "@precept/files";
import type { AuditLog } from "@precept/audit-log";
import { policiesDir } from "./paths.ts";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import { loadBaseline, updateBaseline } from "./baseline-file.ts";
import { Enforcer } from "./enforce/enforcer.ts";
import { decide, placeSubjects, activatePolicies, type ActivePolicies } from "./active-policies.ts";
import { openValidationCache, type ValidationCache } from "./load/validation-cache.ts";
import { nameIn, readSources } from "./load/read-sources.ts";
import { Registry } from "./load/registry.ts";
import { PolicyCache } from "./load/policy-cache.ts";
import type {
  CheckOptions,
  Checkpoints,
  EnforcedDecision,
  EnforceOptions,
  PoliciesChange,
  RegisterOptions,
  RegisteredPolicies,
  SoftHooks,
  UpdatedBaseline,
} from "./policy-engine.ts";
import { createDangerCheck, type DangerCheck } from "./runner/danger-check.ts";
import { describeDanger } from "./runner/danger.ts";
import { createBoundedRunner } from "./runner/pattern-runner.ts";

/** How long after a change files are looked at, in milliseconds. */
const pause = 25;

/** The policies of a workspace, read and examined. */
export class OpenPolicyEngine implements AsyncDisposable {
  readonly #project: () => EnforcementProject;
  readonly #tell: (change: PoliciesChange) => void;
  readonly #isReadOnly: boolean;
  readonly #watches: boolean;
  readonly #runner: PatternRunner = createBoundedRunner();
  readonly #validationCache: ValidationCache;
  readonly #dangerCheck: DangerCheck;
  readonly #cache: PolicyCache;
  readonly #registry: Registry;
  readonly #enforcer: Enforcer;
  #active: ActivePolicies;
  #watched: { readonly places: readonly string[]; readonly watcher: PathWatcher } | undefined;
  readonly #ending = new Set<Promise<void>>();
  /** One look after the other: what an earlier one found must not replace what a later one did. */
  #turns: Promise<unknown> = Promise.resolve();

  private constructor(
    project: () => EnforcementProject,
    options: EnforcementOptions,
    validationCache: ValidationCache,
    tell: (change: PoliciesChange) => void,
  ) {
    this.#project = project;
    this.#tell = tell;
    this.#isReadOnly = options.readOnly === true;
    this.#watches = options.watch === true;
    this.#validationCache = validationCache;
    this.#dangerCheck = createDangerCheck({ cache: validationCache.dangers });
    const examiner = {
      validationCache,
      options: { runner: this.#runner },
      findDangers: async (patterns: readonly PatternSource[]) => {
        const dangers = await this.#dangerCheck.check(patterns);
        const known = new Map(patterns.map((pattern, at) => [keyOf(pattern), dangers[at]]));
        return {
          findRegexRisk: (pattern: PatternSource) => describeDanger(known.get(keyOf(pattern)) ?? { kind: "none" }),
          isSure: dangers.every(({ kind }) => kind !== "unknown"),
        };
      },
    };
    this.#cache = new PolicyCache(examiner);
    this.#registry = new Registry(examiner);
    this.#enforcer = new Enforcer(project, this.#runner, this.#isReadOnly);
    this.#active = activatePolicies([], project().settings, {
      sources: new Map(),
      diagnostics: [],
      baseline: { version: 1, entries: [] },
      tables: defaultTables,
    });
  }

  static async open(
    project: () => EnforcementProject,
    options: EnforcementOptions,
    tell: (change: PoliciesChange) => void,
  ): Promise<OpenPolicyEngine> {
    const validationCache = await openValidationCache(project().root, options.readOnly === true && options.remember !== true);
    const policies = new OpenPolicyEngine(project, options, validationCache, tell);
    await policies.reload();
    return policies;
  }

  get active(): ActivePolicies {
    return this.#active;
  }

  /** What is wrong with policies, and what could not be done about violations. */
  get diagnostics(): readonly Diagnostic[] {
    const unwatched = reportWatchFailure(this.#watched?.watcher.failure);
    return [...unwatched, ...this.#active.diagnostics, ...this.#enforcer.problems];
  }

  get softHooks(): SoftHooks {
    return this.#enforcer.softHooks(() => this.#active);
  }

  get checkpoints(): Checkpoints {
    return this.#enforcer.checkpoints;
  }

  get auditLog(): AuditLog {
    return this.#enforcer.auditLog;
  }

  async reload(): Promise<void> {
    const turn = this.#turns.then(() => this.#look());
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async register(source: string | object, { save = false }: RegisterOptions): Promise<RegisteredPolicies> {
    if (save && this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const { root } = this.#project();
    const registered = await this.#registry.register(source, this.#active, save ? root : undefined);
    await this.reload();
    return registered;
  }

  async test(id?: string): Promise<readonly PolicyTestReport[]> {
    const { policies } = this.#active;
    const wanted = id === undefined ? policies : policies.filter((policy) => policy.id === id);
    return wanted.map((policy) => runPolicyTests(policy, { runner: this.#runner }));
  }

  async check(subject: Subject | readonly Subject[], options: CheckOptions): Promise<Decision> {
    const subjects = placeSubjects(subject, this.#project().root);
    return joinDecisions(subjects.map((one) => decide(one, this.#active, this.#runner, options)));
  }

  async enforce(subject: Subject | readonly Subject[], options: EnforceOptions): Promise<EnforcedDecision> {
    return this.#enforcer.enforce(placeSubjects(subject, this.#project().root), this.#active, options);
  }

  async updateBaseline(change: (current: Baseline) => Baseline | undefined): Promise<UpdatedBaseline> {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const { settings, root, confined } = this.#project();
    const path = settings.baseline;
    const file = nameIn(root, path);
    const baseline = await updateBaseline(confined, path, file, change);
    await this.reload();
    return { baseline, file };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watched?.watcher.close();
    await this.#turns;
    await Promise.all(this.#ending);
    await Promise.all([this.#dangerCheck[Symbol.asyncDispose](), this.#enforcer[Symbol.asyncDispose]()]);
  }

  async #look(): Promise<void> {
    const project = this.#project();
    const { root, settings, confined } = project;
    const { dirs, baseline: path } = settings;
    // Before the first look, so that nothing changes unseen in between.
    if (this.#watches) await this.#watch([join(root, policiesDir), ...dirs, path]);
    const tables = createTables(settings.tables);
    const cached = await this.#cache.set(await readSources(project), tables);
    const { policies, sources } = this.#registry.over(cached);
    const { baseline, diagnostics } = await loadBaseline(confined, path, nameIn(root, path));
    const before = this.#active;
    this.#active = activatePolicies([...policies.values()], settings, {
      sources,
      diagnostics: [...cached.diagnostics, ...diagnostics],
      baseline,
      tables,
    });
    await this.#validationCache.save();
    this.#tellOf(before);
  }

  async #watch(places: readonly string[]): Promise<void> {
    const before = this.#watched;
    if (isDeepStrictEqual(before?.places, places)) return;
    const onChange = async (): Promise<void> => {
      // Whoever writes a file may still be at it.
      await setTimeout(pause);
      await this.reload();
    };
    const { confined: project } = this.#project();
    const watched = places.map((path) => ({ root: rootFor(project, path), path }));
    this.#watched = { places, watcher: await watchPaths(watched, onChange) };
    if (before === undefined) return;
    // It may be what has asked for this look, and waits for it.
    const ending: Promise<void> = before.watcher.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #tellOf(before: ActivePolicies): void {
    const { policies, diagnostics, baseline } = this.#active;
    const known = new Map(before.policies.map((policy) => [policy.id, policy]));
    const ids = new Set(policies.map(({ id }) => id));
    const saved = policies.filter((policy) => !isDeepStrictEqual(policy, known.get(policy.id))).map(({ id }) => id);
    const deleted = [...known.keys()].filter((id) => !ids.has(id));
    const isNews = !isDeepStrictEqual([diagnostics, baseline], [before.diagnostics, before.baseline]);
    if (saved.length + deleted.length > 0 || isNews) this.#tell({ saved, deleted, diagnostics: this.diagnostics });
  }
}

/** Patterns are made anew each time that somebody asks for them. */
function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}
