/** The priority of a rule that does not set one. */
export const defaultPriority = 50;
