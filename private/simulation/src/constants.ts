/** What the simulation knows about Precept and PostgreSQL. Times are processor times, without waiting. */
export interface Constants {
  /** Of a server, for an answer from rules in memory. */
  readonly answerCpuMs: number;
  /** Of a server, to open a project of 1,000 rules and read them. */
  readonly firstAnswerCpuMs: number;
  /** Of the database, for these reads. */
  readonly engineCpuMsPerFirstAnswer: number;
  /** Of the database, for a query that finds no changes. */
  readonly engineCpuMsPerQuery: number;
  /** Of the database, for a write without what it causes at servers. */
  readonly engineCpuMsPerWrite: number;
  /** The time in which a database commits one write, with a flush to its disk. */
  readonly commitMs: number;
  /** How many queries an open project makes per second when nothing changes. */
  readonly idleQueriesPerProject: number;
  /** The same for the state of a server. */
  readonly idleQueriesPerServer: number;
  /** How many queries an open project makes for each change, also of another project. */
  readonly queriesPerChangeAndProject: number;
  readonly connectionsPerServer: number;
  readonly connectionsPerProject: number;
  /** Of a server without open projects, in bytes. */
  readonly memoryOfServer: number;
  /** Of a rule of an open project, in bytes. */
  readonly memoryPerRule: number;
  /** Of a rule with 450 characters and one revision in the database, with its words for the search, in bytes. */
  readonly bytesPerRule: number;
}
