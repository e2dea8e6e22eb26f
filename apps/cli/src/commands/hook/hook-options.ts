/** The shared options of a hook that is started without commander. */
export const hookOptions = { defaultRules: true, color: false } as const;
