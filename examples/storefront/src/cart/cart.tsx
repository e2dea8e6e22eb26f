import { Button } from "../../packages/design-system/src/button.tsx";
import { cartTotals, formatMoney, type CartLine } from "./totals.ts";

export interface CartProps {
  readonly lines: readonly CartLine[];
  readonly discountRate: number;
  readonly currency: string;
  readonly locale: string;
  readonly onCheckout: () => void;
}

export function Cart({ lines, discountRate, currency, locale, onCheckout }: CartProps) {
  const { discount, total } = cartTotals(lines, discountRate);
  return (
    <section aria-labelledby="cart-heading">
      <h2 id="cart-heading">Your cart</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.sku}>
            {line.quantity} × {line.sku}: {formatMoney(line.quantity * line.unitPrice, currency, locale)}
          </li>
        ))}
      </ul>
      {discount > 0 && <p>You save {formatMoney(discount, currency, locale)}</p>}
      <p>
        Total: <strong>{formatMoney(total, currency, locale)}</strong>
      </p>
      <Button onPress={onCheckout}>Check out</Button>
    </section>
  );
}
