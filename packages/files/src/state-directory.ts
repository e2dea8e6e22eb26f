/** Precept's state of a project. Git must not see it: create it with `makePrivateDirectory`, when it is needed. */
export const stateDir = ".precept/state";
