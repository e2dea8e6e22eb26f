/**
 * Returns a time in milliseconds that never goes back. Like `performance.now()`, for which Node loads a module that
 * takes 1 ms.
 */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
