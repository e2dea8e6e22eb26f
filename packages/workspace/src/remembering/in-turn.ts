const last = new WeakMap<object, Promise<unknown>>();

/** Runs work after all earlier work on the same object has ended, so that it sees what that work wrote. */
export async function inTurn<Result>(on: object, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(on) ?? Promise.resolve();
  const run = before.then(work, work);
  last.set(on, run);
  return run;
}
