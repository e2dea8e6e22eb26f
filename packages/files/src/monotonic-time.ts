/** Returns a time in milliseconds that never goes back. Unlike `performance.now()`, it loads no module of Node. */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
