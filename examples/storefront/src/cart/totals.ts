/** An amount in the smallest unit of its currency: 1999 is €19.99. */
export type Cents = number;

export interface CartLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPrice: Cents;
}

export interface CartTotals {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly total: Cents;
}

/** What the cart costs. `discountRate` is a fraction: 0.15 takes 15 % off. */
export function cartTotals(lines: readonly CartLine[], discountRate = 0): CartTotals {
  let subtotal = 0;
  let discount = 0;
  for (const line of lines) {
    const price = line.quantity * line.unitPrice;
    subtotal += price;
    discount += Math.round(price * discountRate);
  }
  return { subtotal, discount, total: subtotal - discount };
}

export function formatMoney(amount: Cents, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount / 100);
}
