import { Random } from "@precept/testing/random";
import type { Constants } from "./constants.ts";
import { EventQueue } from "./event-queue.ts";
import { Processors } from "./processors.ts";
import { assignProjects, type Routing } from "./projects.ts";

/** A number of servers, what they hold, and how they are used. */
export interface Scenario {
  readonly servers: number;
  readonly rules: number;
  readonly routing: Routing;
  /** How many databases share the projects and the servers evenly. */
  readonly databases: number;
  readonly seed: number;
}

/** What was observed in the second half of the simulated time. */
export interface Outcome {
  /** The maximum number of connections of a database. */
  readonly connections: number;
  /** The memory of the fullest server, in bytes. */
  readonly memory: number;
  /** The share of its processors that a database needs. More than 1: it falls behind. */
  readonly engineUse: number;
  /** The share of answers for which the server had the rules. */
  readonly hitRate: number;
  /** The time of the slowest answer in a hundred, in milliseconds. */
  readonly answerMs: number;
  /** The time from a write until all servers have it, of the slowest in a hundred, in milliseconds. */
  readonly visibleMs: number;
  /** The size of a database, in bytes. */
  readonly databaseBytes: number;
}

/** The assumptions about a team's load and machines. */
export const assumptions = {
  rulesOfProject: 1000,
  answersPerSecondAndServer: 5,
  writesPerHourAndProject: 10,
  serverProcessors: 2,
  engineProcessors: 16,
  /** After how many seconds without requests a server closes a project. */
  idleSeconds: 600,
  simulatedSeconds: 1200,
} as const;

/** The number of servers that are simulated. The work of the others is added to that of the database. */
const maxSampled = 12;

/** Simulates one database and its servers. */
export function simulate({ servers: allServers, rules, routing, databases, seed }: Scenario, constants: Constants): Outcome {
  const { rulesOfProject, answersPerSecondAndServer, writesPerHourAndProject, idleSeconds, simulatedSeconds } = assumptions;
  const random = new Random(seed);
  const events = new EventQueue();
  const engine = new Processors(events, assumptions.engineProcessors);
  const servers = Math.max(1, Math.round(allServers / databases));
  const projects = Math.max(1, Math.round(rules / rulesOfProject / databases));
  const sampled = Math.min(servers, maxSampled);
  // Each sampled server stands for this many.
  const scale = servers / sampled;
  const half = (simulatedSeconds / 2) * 1000;
  const [answers, visible]: [number[], number[]] = [[], []];
  let [hits, openNow, maxOpen, openAtFullest, busyAtHalf] = [0, 0, 0, 0, 0];
  const isObserved = (): boolean => events.now >= half;

  for (const { pick, share } of assignProjects({ servers, projects, routing, sampled }, random)) {
    const processors = new Processors(events, assumptions.serverProcessors);
    /** When each open project was used for the last time. */
    const open = new Map<number, number>();
    const answer = (): void => {
      const start = events.now;
      const project = pick();
      const isOpen = open.has(project);
      open.set(project, start);
      const reply = (): void =>
        processors.work(constants.answerCpuMs, () => {
          if (!isObserved()) return;
          answers.push(events.now - start);
          if (isOpen) hits += 1;
        });
      if (isOpen) return reply();
      openNow += 1;
      // Other servers open projects at the same rate.
      engine.workTogether(constants.engineCpuMsPerFirstAnswer * scale, () => processors.work(constants.firstAnswerCpuMs, reply));
    };
    const rate = answersPerSecondAndServer * servers * share;
    const next = (): void => {
      if (rate <= 0) return;
      events.add((-Math.log(1 - random.next()) / rate) * 1000, () => {
        answer();
        next();
      });
    };
    next();
    const closeIdle = (): void => {
      for (const [project, usedAt] of open) {
        if (events.now - usedAt < idleSeconds * 1000) continue;
        open.delete(project);
        openNow -= 1;
      }
      if (isObserved()) openAtFullest = Math.max(openAtFullest, open.size);
      events.add(5000, closeIdle);
    };
    events.add(5000, closeIdle);
  }

  const ask = (): void => {
    // Each open project asks for changes that it was not told about.
    const queries = (openNow * constants.idleQueriesPerProject + sampled * constants.idleQueriesPerServer) * scale;
    engine.workTogether(queries * constants.engineCpuMsPerQuery, () => undefined);
    if (isObserved()) maxOpen = Math.max(maxOpen, openNow);
    if (events.now >= half && busyAtHalf === 0) busyAtHalf = engine.busyMs;
    events.add(1000, ask);
  };
  events.add(1000, ask);

  const writesPerMs = (projects * writesPerHourAndProject) / 3_600_000;
  let committedAt = 0;
  const write = (): void => {
    events.add(-Math.log(1 - random.next()) / writesPerMs, () => {
      write();
      const start = events.now;
      engine.work(constants.engineCpuMsPerWrite, () => {
        // Commits of writes follow each other.
        committedAt = Math.max(events.now, committedAt) + constants.commitMs;
        events.add(committedAt - events.now, () => {
          const wakes = openNow * scale * constants.queriesPerChangeAndProject;
          engine.workTogether(wakes * constants.engineCpuMsPerQuery, () => {
            if (isObserved()) visible.push(events.now - start);
          });
        });
      });
    });
  };
  write();

  events.runUntil(simulatedSeconds * 1000);
  return {
    connections: Math.round(maxOpen * scale * constants.connectionsPerProject + servers * constants.connectionsPerServer),
    memory: constants.memoryOfServer + openAtFullest * rulesOfProject * constants.memoryPerRule,
    engineUse: (engine.busyMs - busyAtHalf) / half / assumptions.engineProcessors,
    hitRate: answers.length === 0 ? 1 : hits / answers.length,
    answerMs: percentile(answers, 0.99),
    visibleMs: percentile(visible, 0.99),
    databaseBytes: (rules / databases) * constants.bytesPerRule,
  };
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
