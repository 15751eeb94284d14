"""Questions about the fields of a record, and the names that fields have."""

from decision.split import Lines

QUANTITIES = Lines(
    "record/quantity",
    """
    temperature / pressure / speed / load / level / weight / voltage / humidity / noise / power / usage
    distance / volume / latency / flow / current / height / depth
    """,
)
OVER = Lines(
    "record/over",
    """
    Is the {q} over [its|the] limit?
    Is the {q} [above|higher than|more than] [the limit|allowed|the maximum]?
    Does the {q} exceed [its|the] [limit|maximum|threshold]?
    Has the {q} [passed|gone over] the [limit|threshold]?
    Is the {q} too high?
    {q} over the limit?
    Should there be an alarm [for the {q}|because of the {q}]?
    Is [the|] {q} greater than what is allowed?
    """,
)
UNDER = Lines(
    "record/under",
    """
    Is the {q} within [its|the] limits?
    Is the {q} [below|lower than|under] the [limit|maximum|threshold]?
    Does the {q} stay [below|under] [its|the] [limit|maximum]?
    Is the {q} [allowed|in order|acceptable|alright]?
    {q} within the limit?
    Is the {q} low enough?
    Is everything fine with the {q}?
    """,
)
MORE = Lines(
    "record/more",
    """
    Is [the|] {key} [more|greater|higher] than {n}?
    Is [the|] {key} above {n}?
    Does [the|] {key} exceed {n}?
    Is {key} > {n}?
    {key} over {n}?
    Is there more than {n} [in|for] {key}?
    """,
)
LESS = Lines(
    "record/less",
    """
    Is [the|] {key} [less|smaller|lower] than {n}?
    Is [the|] {key} below {n}?
    Does [the|] {key} stay under {n}?
    Is {key} < {n}?
    {key} under {n}?
    Is there less than {n} [in|for] {key}?
    """,
)
IS = Lines(
    "record/is",
    """
    Is [the|] {key} {value}?
    Does [the|] {key} equal {value}?
    Is {value} the {key}?
    Does the record have {value} as its {key}?
    Is {key} set to {value}?
    {key} = {value}?
    Does {key} say {value}?
    """,
)
WHICH = Lines(
    "record/which",
    """
    What is the {key}?
    Which {key} [is it|does it have]?
    What does {key} say?
    Give the {key}.
    Which value has {key}?
    {key}?
    What is the value of {key}?
    Read the {key}.
    """,
)
ON = Lines(
    "record/on",
    """
    Is [the|] {key} [on|active|enabled|switched on]?
    Is [the|] {key} true?
    Has [the|] {key} been [activated|enabled|set]?
    {key} enabled?
    Is {key} turned on?
    Does it have {key}?
    Is the flag {key} set?
    """,
)
AMONG = Lines(
    "record/among",
    """
    Is {value} among the {key}?
    [Does|Do] the {key} [contain|include] {value}?
    Is {value} in the list [of {key}|]?
    Is {value} one of the {key}?
    Can {value} be found in {key}?
    {value} in {key}?
    """,
)
MOST = Lines(
    "record/most",
    """
    Who has the [most|highest number of] {key}?
    Which [of them|one|person] has the [highest|largest|biggest] {key}?
    Who is first in {key}?
    Whose {key} is the [highest|largest]?
    Who leads [in {key}|]?
    Top {key}?
    """,
)
LEAST = Lines(
    "record/least",
    """
    Who has the [fewest|lowest number of] {key}?
    Which [of them|one|person] has the [lowest|smallest] {key}?
    Who is last in {key}?
    Whose {key} is the [lowest|smallest]?
    Who is at the bottom [in {key}|]?
    Smallest {key}?
    """,
)
FLAGS = Lines(
    "record/flag",
    """
    newsletter / verified / express / gift / active / blocked / fan / pump / heater / alarm / backup / dark_mode
    notifications / logging / admin / subscribed / two_factor / locked / premium / autosave
    """,
)
COUNTS = Lines(
    "record/count",
    """
    points / age / quantity / items / visits / score / users / errors / seats / miles / wins / calls / sales
    orders / pages / retries / goals / votes
    """,
)
SHIPPED = Lines(
    "status/shipped",
    """
    Has the order been [shipped|sent|dispatched]?
    Is the order on its way [or there already|]?
    Did we send the order?
    Have the goods left the warehouse?
    Is it shipped?
    Was it handed to the courier?
    """,
)
PAID = Lines(
    "status/paid",
    """
    Has it been paid?
    Is the [invoice|bill|order] [paid|settled]?
    Did the customer pay?
    Have we got the money?
    Is the payment done?
    Payment received?
    """,
)
CANCELLED = Lines(
    "status/cancelled",
    """
    [Was|Has] the order [cancelled|been cancelled|called off]?
    Is the order cancelled?
    Did somebody cancel it?
    Order cancelled?
    Is it void?
    Has the order been called off?
    """,
)
DONE = Lines(
    "status/done",
    """
    Has the [customer|buyer] got the [goods|parcel]?
    Was it delivered?
    Did it arrive?
    Is the delivery [complete|done]?
    Delivered?
    Is the parcel at its destination?
    """,
)
