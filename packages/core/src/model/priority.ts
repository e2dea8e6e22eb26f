/** The priority of a rule that names none. */
export const defaultPriority = 50;
