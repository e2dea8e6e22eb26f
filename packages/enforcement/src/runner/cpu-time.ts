/**
 * Returns the CPU time that this thread has used, in milliseconds. It stands still while the thread waits for a CPU, or
 * while the process is stopped. Before Node 23.9, it is the time of all threads, so that budgets end too early.
 */
export function cpuTime(): number {
  const { user, system } = (process as MeasuredThread).threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Before Node 23.9, the function is missing. */
type MeasuredThread = Partial<Pick<NodeJS.Process, "threadCpuUsage">>;
