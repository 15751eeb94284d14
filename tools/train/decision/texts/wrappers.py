"""How a clause becomes a question, and the wording around options."""

from decision.split import Lines

# {clause} is a clause that may hold or not.
CLAIM = Lines(
    "wrap/claim",
    """
    Is it true that {clause}?
    Does it hold that {clause}?
    Check whether {clause}.
    True or false: {clause}.
    Is this right: {clause}?
    Can one say that {clause}?
    Decide: {clause}.
    Would you say that {clause}?
    Does the state show that {clause}?
    Statement: {clause}.
    Is the following statement true? {Clause}.
    {Clause}.
    {Clause}?
    Judging by the text, is it so that {clause}?
    Tell me if {clause}.
    """,
)

# The same, for the contrary.
DOUBT = Lines(
    "wrap/doubt",
    """
    Is it false that {clause}?
    Is it untrue that {clause}?
    Is this wrong: {clause}?
    Is it not the case that {clause}?
    Is the following statement false? {Clause}.
    Would it be wrong to say that {clause}?
    Is it a mistake to think that {clause}?
    """,
)

OTHER = Lines(
    "option/other",
    """
    other
    none
    something else
    none of these
    none_of_these
    Other
    anything else
    neither
    misc
    not in this list
    """,
)
OTHER_ABOUT = Lines(
    "option/other_about",
    """
    none of the others fits
    everything else
    if nothing else fits
    something different
    anything that is not listed
    no other option is right
    the rest
    does not belong to the others
    """,
)
