"""How well a product answers a query. Pure: no index, no clock, no network."""

TITLE_WEIGHT = 3.0
TEXT_WEIGHT = 1.0


def rank(words: list[str], product: dict[str, str]) -> float:
    title = product.get("title", "").casefold()
    text = product.get("text", "").casefold()
    return sum(TITLE_WEIGHT * (word in title) + TEXT_WEIGHT * (word in text) for word in words)
