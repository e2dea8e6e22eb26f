import { cartTotals, type CartLine, type Cents } from "../cart/totals.ts";

export interface Order {
  readonly id: string;
  readonly customerId: string;
  readonly lines: readonly CartLine[];
  readonly total: Cents;
}

export interface OrderStore {
  find(id: string): Promise<Order | undefined>;
  insert(order: Order): Promise<void>;
}

/** `GET /api/orders/:id` */
export async function getOrder(store: OrderStore, request: Request): Promise<Response> {
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const order = await store.find(id);
  if (order === undefined) return Response.json({ code: "order_not_found" }, { status: 404 });
  return Response.json(order);
}

/** `POST /api/orders` */
export async function createOrder(store: OrderStore, request: Request): Promise<Response> {
  const { customerId, lines } = (await request.json()) as Pick<Order, "customerId" | "lines">;
  const order = { id: crypto.randomUUID(), customerId, lines, total: cartTotals(lines).total };
  await store.insert(order);
  return Response.json(order, { status: 201 });
}
