import { describeRuleSearch } from "@precept/store-testkit";
import { propertyRuns } from "@precept/testing";
import { describe } from "vitest";
import { openStore, url } from "../../test/open.ts";

describe.skipIf(url === undefined)("with PostgreSQL", () => {
  describeRuleSearch("PostgreSQL", { open: () => openStore(), runs: propertyRuns({ sample: 8, full: 100 }) });
});
