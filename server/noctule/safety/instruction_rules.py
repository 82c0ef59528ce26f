"""The requests that no memory should make, as patterns over one sentence in lower case without disguises.

Six kinds: to send data out, to fetch and run, to weaken permissions or trust, to swap a package, to hide something
from the person, to steer memory or dreams. A command to build, test or style matches none of them.
"""

from noctule.safety.instruction_hiding import HIDING
from noctule.safety.instruction_languages import FOREIGN_RULES
from noctule.safety.instruction_leaks import FETCHING, SENDING
from noctule.safety.instruction_steering import STEERING, SWAPPING
from noctule.safety.instruction_trust import WEAKENING
from noctule.safety.instruction_words import Rule

RULES: tuple[Rule, ...] = (*SENDING, *FETCHING, *WEAKENING, *SWAPPING, *HIDING, *STEERING, *FOREIGN_RULES)
