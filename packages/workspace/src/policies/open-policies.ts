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
import { rootFor, watchPaths, type PathWatcher } from "@precept/files";
import { reportWatchFailure, type AuditLog } from "@precept/store-fs";
import type { WorkspaceOptions } from "../options.ts";
import { policiesDir } from "../places.ts";
import type { WorkspacePlan } from "../plan.ts";
import { loadBaseline, updateBaseline } from "./baseline-file.ts";
import { Enforcer } from "./enforce/enforcer.ts";
import { decide, placeSubjects, putInForce, type PoliciesInForce } from "./in-force.ts";
import { openExaminations, type Examinations } from "./load/examinations.ts";
import { nameIn, readSources } from "./load/read-sources.ts";
import { Registry } from "./load/registry.ts";
import { PolicyShelf } from "./load/shelf.ts";
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
} from "./policies.ts";
import { createDangerCheck, type DangerCheck } from "./runner/danger-check.ts";
import { describeDanger } from "./runner/danger.ts";
import { createBoundedRunner } from "./runner/pattern-runner.ts";

/** How long after a change files are looked at, in milliseconds. */
const pause = 25;

/** The policies of a workspace, read and examined. */
export class OpenPolicies implements AsyncDisposable {
  readonly #plan: () => WorkspacePlan;
  readonly #tell: (change: PoliciesChange) => void;
  readonly #isReadOnly: boolean;
  readonly #watches: boolean;
  readonly #runner: PatternRunner = createBoundedRunner();
  readonly #examinations: Examinations;
  readonly #dangerCheck: DangerCheck;
  readonly #shelf: PolicyShelf;
  readonly #registry: Registry;
  readonly #enforcer: Enforcer;
  #inForce: PoliciesInForce;
  #watched: { readonly places: readonly string[]; readonly watcher: PathWatcher } | undefined;
  readonly #ending = new Set<Promise<void>>();
  /** One look after the other: what an earlier one found must not replace what a later one did. */
  #turns: Promise<unknown> = Promise.resolve();

  private constructor(
    plan: () => WorkspacePlan,
    options: WorkspaceOptions,
    examinations: Examinations,
    tell: (change: PoliciesChange) => void,
  ) {
    this.#plan = plan;
    this.#tell = tell;
    this.#isReadOnly = options.readOnly === true;
    this.#watches = options.watch === true;
    this.#examinations = examinations;
    this.#dangerCheck = createDangerCheck({ cache: examinations.dangers });
    const examiner = {
      examinations,
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
    this.#shelf = new PolicyShelf(examiner);
    this.#registry = new Registry(examiner);
    this.#enforcer = new Enforcer(plan, this.#runner, this.#isReadOnly);
    this.#inForce = putInForce([], plan().settings.policies, {
      sources: new Map(),
      diagnostics: [],
      baseline: { version: 1, entries: [] },
      tables: defaultTables,
    });
  }

  static async open(
    plan: () => WorkspacePlan,
    options: WorkspaceOptions,
    tell: (change: PoliciesChange) => void,
  ): Promise<OpenPolicies> {
    const examinations = await openExaminations(plan().root, options.readOnly === true && options.remember !== true);
    const policies = new OpenPolicies(plan, options, examinations, tell);
    await policies.reload();
    return policies;
  }

  get inForce(): PoliciesInForce {
    return this.#inForce;
  }

  /** What is wrong with policies, and what could not be done about violations. */
  get diagnostics(): readonly Diagnostic[] {
    const unwatched = reportWatchFailure(this.#watched?.watcher.failure);
    return [...unwatched, ...this.#inForce.diagnostics, ...this.#enforcer.problems];
  }

  get softHooks(): SoftHooks {
    return this.#enforcer.softHooks(() => this.#inForce);
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
    if (save && this.#isReadOnly) {
      throw new PreceptError("OPTION_INVALID", { option: "save", value: "true", expected: "a workspace that is not read-only" });
    }
    const { root } = this.#plan();
    const registered = await this.#registry.register(source, this.#inForce, save ? root : undefined);
    await this.reload();
    return registered;
  }

  async test(id?: string): Promise<readonly PolicyTestReport[]> {
    const { policies } = this.#inForce;
    const wanted = id === undefined ? policies : policies.filter((policy) => policy.id === id);
    return wanted.map((policy) => runPolicyTests(policy, { runner: this.#runner }));
  }

  async check(subject: Subject | readonly Subject[], options: CheckOptions): Promise<Decision> {
    const subjects = placeSubjects(subject, this.#plan().root);
    return joinDecisions(subjects.map((one) => decide(one, this.#inForce, this.#runner, options)));
  }

  async enforce(subject: Subject | readonly Subject[], options: EnforceOptions): Promise<EnforcedDecision> {
    return this.#enforcer.enforce(placeSubjects(subject, this.#plan().root), this.#inForce, options);
  }

  async updateBaseline(change: (current: Baseline) => Baseline | undefined): Promise<UpdatedBaseline> {
    if (this.#isReadOnly) {
      throw new PreceptError("OPTION_INVALID", { option: "readOnly", value: "true", expected: "a workspace that may write" });
    }
    const { settings, root, trust } = this.#plan();
    const path = settings.policies.baseline;
    const file = nameIn(root, path);
    const baseline = await updateBaseline(trust.project, path, file, change);
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
    const { root, settings, trust } = this.#plan();
    const { dirs, starters, baseline: path } = settings.policies;
    // Before the first look, so that nothing changes unseen in between.
    if (this.#watches) await this.#watch([join(root, policiesDir), ...dirs, path]);
    const tables = createTables(settings.policies.tables);
    const shelved = await this.#shelf.put(await readSources(trust.project, dirs, starters), tables);
    const { policies, sources } = this.#registry.over(shelved);
    const { baseline, diagnostics } = await loadBaseline(trust.project, path, nameIn(root, path));
    const before = this.#inForce;
    this.#inForce = putInForce([...policies.values()], settings.policies, {
      sources,
      diagnostics: [...shelved.diagnostics, ...diagnostics],
      baseline,
      tables,
    });
    await this.#examinations.save();
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
    const { project } = this.#plan().trust;
    const watched = places.map((path) => ({ root: rootFor(project, path), path }));
    this.#watched = { places, watcher: await watchPaths(watched, onChange) };
    if (before === undefined) return;
    // It may be what has asked for this look, and waits for it.
    const ending: Promise<void> = before.watcher.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #tellOf(before: PoliciesInForce): void {
    const { policies, diagnostics, baseline } = this.#inForce;
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
