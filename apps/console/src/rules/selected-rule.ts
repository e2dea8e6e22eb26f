import { computed } from "@preact/signals";
import { pageLocation } from "../data/location.ts";

/** The id of the rule whose text is shown. Empty: none. */
export const selectedRule = computed(() => pageLocation.value.params.get("rule") ?? "");
