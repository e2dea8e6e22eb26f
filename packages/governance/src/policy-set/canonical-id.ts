/**
 * Returns the form in which ids are compared: ids that differ only in letter case or Unicode normalisation count as the
 * same. Ids consist of ASCII, so there are no other look-alikes.
 */
export function canonicalId(id: string): string {
  return id.normalize("NFKC").toLowerCase();
}
