"""Product search: one endpoint over an index that is rebuilt every night."""

from ranking import rank


def search(query: str, products: list[dict[str, str]], limit: int = 20) -> list[dict[str, str]]:
    """The products that match a query, best first."""
    words = query.casefold().split()
    scored = [(rank(words, product), product) for product in products]
    found = [(score, product) for score, product in scored if score > 0]
    return [product for _, product in sorted(found, key=lambda pair: -pair[0])[:limit]]
