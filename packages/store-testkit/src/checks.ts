import type { Check } from "./check.ts";
import { batchChecks } from "./checks/batch.ts";
import { contentChecks } from "./checks/content.ts";
import { feedChecks } from "./checks/feed.ts";
import { filterChecks } from "./checks/filter.ts";
import { historyChecks } from "./checks/history.ts";
import { lifetimeChecks } from "./checks/lifetime.ts";
import { peerChecks } from "./checks/peer.ts";
import { readChecks } from "./checks/read.ts";
import { saveChecks } from "./checks/save.ts";
import { signalChecks } from "./checks/signal.ts";
import { sinceChecks } from "./checks/since.ts";
import { statusChecks } from "./checks/status.ts";
import { tenantChecks } from "./checks/tenant.ts";
import { usageChecks } from "./checks/usage.ts";
import { writeChecks } from "./checks/write.ts";
import { modelChecks } from "./model/compare-with-reference.ts";
import type { RequirementId } from "./requirements.ts";

/** The checks of all requirements. The compiler reports missing ones. */
export const checks: Readonly<Record<RequirementId, Check>> = {
  ...lifetimeChecks,
  ...saveChecks,
  ...writeChecks,
  ...readChecks,
  ...tenantChecks,
  ...filterChecks,
  ...statusChecks,
  ...contentChecks,
  ...feedChecks,
  ...sinceChecks,
  ...batchChecks,
  ...signalChecks,
  ...historyChecks,
  ...usageChecks,
  ...peerChecks,
  ...modelChecks,
};
