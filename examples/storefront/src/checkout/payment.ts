import type { Cents } from "../cart/totals.ts";

/** What the payment provider's hosted page needs. Card numbers never pass through the shop. */
export interface PaymentIntent {
  readonly orderId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly idempotencyKey: string;
}

export function createPaymentIntent(orderId: string, amount: Cents, currency: string): PaymentIntent {
  return { orderId, amount, currency, idempotencyKey: `order:${orderId}` };
}
