"""What questions are made of: facts (yes or no), labels (one of several) and scales (levels)."""

from decision.split import Lines


class Fact:
    """Something that a text says or not.

    yes / no     sentences that make it so / that sound like it and say the contrary
    ask          questions
    claim / deny clauses that hold where the fact does ("the customer wants a refund") / where it does not
    means        what `true` stands for in the criteria of a question, and means_not what `false` does
    blurs        facts whose answer is unclear where this one holds: they are not asked then
    """

    def __init__(self, name, yes, no, ask, claim, deny="", means="", means_not="", blurs=()):

        def make(part, text):
            return Lines(f"{name}/{part}", text)

        self.name, self.blurs = name, set(blurs)
        self.yes, self.no, self.ask, self.claim = (
            make("yes", yes),
            make("no", no),
            make("ask", ask),
            make("claim", claim),
        )
        self.deny, self.means, self.means_not = make("deny", deny), make("means", means), make("means_not", means_not)


class Label:
    """One of several answers of a choice: its sentences, and names and descriptions of an option for it."""

    def __init__(self, name, says, names, about):
        self.name = name
        self.says, self.names, self.about = (
            Lines(f"{name}/says", says),
            Lines(f"{name}/names", names),
            Lines(f"{name}/about", about),
        )


class Labels:
    """Labels that exclude one another, and the questions for which of them it is."""

    def __init__(self, name, ask, labels):
        self.name, self.labels, self.ask = name, labels, Lines(f"{name}/ask", ask)
        self.by_name = {label.name: label for label in labels}


class Scale:
    """A quantity in levels from 0: sentences for each, and legends, which may be coarser.

    legends      lines `can wait=0-1; today=2; now=3-4`: the legend's levels with those of the scale that each takes in
    """

    def __init__(self, name, ask, levels, legends):
        self.name, self.ask = name, Lines(f"{name}/ask", ask)
        self.levels = [Lines(f"{name}/{i}", text) for i, text in enumerate(levels)]
        self.legends = Lines(f"{name}/legends", legends)

    def legend(self, line):
        """-> (texts, the legend's level for each of the scale's)."""
        texts, level_of = [], {}
        for i, part in enumerate(line.split(";")):
            text, _, span = part.strip().rpartition("=")
            low, _, high = span.partition("-")
            texts.append(text)
            level_of.update({level: i for level in range(int(low), int(high or low) + 1)})
        if sorted(level_of) != list(range(len(self.levels))):
            raise ValueError(
                f"{self.name}: the legend '{line}' does not cover the levels 0 to {len(self.levels) - 1} once each"
            )
        return texts, [level_of[level] for level in range(len(self.levels))]
