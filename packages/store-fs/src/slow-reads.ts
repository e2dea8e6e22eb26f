/** The least number of reads to decide on. */
export const minReads = 5;

/** A process that has to wait for a processor makes so many reads look slow. */
const interrupted = 2;

/** If reading takes longer than this per file, in nanoseconds, the files are assumed not to be in the system's cache. */
const slowReadNs = 2e6;

/** Whether files are slow to read, without the two that took the longest. Takes the time of each read, in nanoseconds. */
export function areSlowReads(times: readonly number[]): boolean {
  const typical = times.toSorted((left, right) => left - right).slice(0, -interrupted);
  return typical.reduce((sum, time) => sum + time, 0) >= slowReadNs * Math.max(1, typical.length);
}
