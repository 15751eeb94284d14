"""What a review praises and what it blames."""

from decision.split import Lines
from decision.texts import reviews

# Of each aspect the sentences of blame, then those of praise.
SAYS = {
    domain: [
        (Lines(f"aspect/{domain}/{name}/blame", blame), Lines(f"aspect/{domain}/{name}/praise", praise))
        for name, praise, blame, _ in aspects
    ]
    for domain, aspects in reviews.ASPECTS.items()
}
