import { strict as assert } from "node:assert";
import { test } from "node:test";
import { cartTotals } from "./totals.ts";

test("a cart without a discount costs the sum of its lines", () => {
  const lines = [
    { sku: "mug", quantity: 2, unitPrice: 1250 },
    { sku: "poster", quantity: 1, unitPrice: 1999 },
  ];
  assert.deepEqual(cartTotals(lines), { subtotal: 4499, discount: 0, total: 4499 });
});
