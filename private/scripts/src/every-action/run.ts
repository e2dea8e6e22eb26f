import { hostIds, hosts, runHook, type HookOutput, type HostId } from "@precept/agent-hooks";
import type { Action, AgentAction } from "@precept/agent-actions";
import { readHookPayload } from "@precept/governance";
import { starterNames } from "@precept/governance/starters";
import { createProject } from "@precept/testing/project";
import { openWorkspace } from "@precept/workspace";
import { encodeAction, encodedCwd } from "../../../../packages/agent-hooks/src/testing/encode-action.ts";
