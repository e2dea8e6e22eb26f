/**
 * Returns the form in which ids are compared: ids that differ only in letter case or Unicode normalisation are equal.
 * Ids are ASCII, so there are no other look-alikes.
 */
export function canonicalId(id: string): string {
  return id.normalize("NFKC").toLowerCase();
}
