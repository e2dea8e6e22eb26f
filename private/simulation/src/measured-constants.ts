import type { Constants } from "./constants.ts";

/**
 * Printed by `pnpm measure` on a machine with two busy processors, PostgreSQL 15 and Node 24, in three runs that differed by up to a half.
 * Only the time of a commit is from a measurement of PostgreSQL alone: the measured database does not flush.
 */
export const measuredConstants: Constants = {
  answerCpuMs: 2.2,
  firstAnswerCpuMs: 150,
  engineCpuMsPerFirstAnswer: 10,
  engineCpuMsPerQuery: 0.3,
  engineCpuMsPerWrite: 0.5,
  commitMs: 0.9,
  idleQueriesPerProject: 1.2,
  idleQueriesPerServer: 8.5,
  queriesPerChangeAndProject: 2.5,
  connectionsPerServer: 18,
  connectionsPerProject: 0,
  memoryOfServer: 135e6,
  memoryPerRule: 17_400,
  bytesPerRule: 1981,
};
