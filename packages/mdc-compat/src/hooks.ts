// The hook protocols of coding agents, apart from all else that Precept knows about them

export { hosts } from "./tables/hooks.ts";
export { denyByExitCode, silent } from "./hook-answers/answers.ts";
export type {
  FailureEffect,
  HookAnswer,
  HookOutput,
  HostEvent,
  HostSpec,
  HostStatement,
  SeenVerdict,
  HostTrial,
  MissingTrial,
  PrintAnswer,
  PrintedEvent,
  RuleTest,
} from "./model/host-spec.ts";
