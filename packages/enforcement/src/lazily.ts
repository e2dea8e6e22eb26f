type Method = (...args: readonly unknown[]) => unknown;

/**
 * Adds the members of an object that the first call of one of them opens. All its methods must be asynchronous; its other members must be objects with
 * such methods.
 *
 * @param own members that do not open the object.
 * @param open opens the object, or returns the open one. Called with each call of a method.
 */
export function lazily<Own extends object, Opened extends object>(own: Own, open: () => Promise<Opened>): Own & Opened {
  return new Proxy(own, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : member(open, [name])) as unknown,
  }) as Own & Opened;
}

/** A method, or an object with methods: that is known when it is called. */
function member(open: () => Promise<object>, path: readonly PropertyKey[]): Method | undefined {
  const name = path.at(-1);
  // A promise that is resolved with the object reads `then`.
  if (typeof name !== "string" || name === "then") return undefined;
  return new Proxy<Method>(() => undefined, {
    get: (_, further) => member(open, [...path, further]),
    async apply(_, _self, args) {
      let object = await open();
      for (const key of path.slice(0, -1)) object = Reflect.get(object, key) as object;
      return (Reflect.get(object, name) as Method).apply(object, args);
    },
  });
}
