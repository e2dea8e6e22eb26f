/** Waits for SIGTERM or SIGINT. A second signal exits immediately, with the exit code that shells use for it. */
export function waitForStopSignal(): { readonly stopped: Promise<void>; readonly dispose: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const codes = { SIGINT: 130, SIGTERM: 143 } as const;
  const listener = (signal: NodeJS.Signals): void => {
    count += 1;
    if (count === 1) resolve();
    else process.exit(codes[signal as keyof typeof codes]);
  };
  const signals = Object.keys(codes) as NodeJS.Signals[];
  for (const signal of signals) process.on(signal, listener);
  return {
    stopped: promise,
    dispose: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
