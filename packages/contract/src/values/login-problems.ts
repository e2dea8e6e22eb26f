/**
 * Why a login with OpenID Connect failed, as the console shows it. `unreachable`: the provider does not answer, or its answers
 * are unusable. `denied`: the provider or the user refused. `expired`: the login took too long, or was started elsewhere.
 * `invalid`: an answer of the provider does not belong to this login. `no_role`: no group of the user has a role. `no_user`: no
 * claim has a usable name of the user.
 */
export const loginProblems = ["unreachable", "denied", "expired", "invalid", "no_role", "no_user"] as const;

export type LoginProblem = (typeof loginProblems)[number];
