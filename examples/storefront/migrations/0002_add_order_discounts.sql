-- Expand: nullable first, so that the running version keeps working. 0003 backfills, 0004 sets NOT NULL.
ALTER TABLE orders ADD COLUMN discount_cents bigint CHECK (discount_cents >= 0);
