"""What diffprivlib takes for what inbounds does, as JSON. Run by diffprivlib-peer.mjs:

    python3 diffprivlib_peer.py '{"draws": 20000, "calibrations": 500, "queries": [{"width": 1, ...}, ...]}'

Prints {"missing": true} where Python has no diffprivlib, {"failed": "why"} where importing it fails, and otherwise its
version, seconds per call, scales and mean squared errors. Its interface is that of diffprivlib 0.4 and newer, which takes
all parameters by name.
"""

import json
import sys
import time

try:
    from diffprivlib import __version__ as version
    from diffprivlib.mechanisms import LaplaceBoundedDomain, LaplaceFolded, LaplaceTruncated
except Exception as error:  # whatever a broken installation raises is told, not hidden
    is_missing = isinstance(error, ModuleNotFoundError) and error.name == "diffprivlib"
    print(json.dumps({"missing": True} if is_missing else {"failed": "{}: {}".format(type(error).__name__, error)}))
    sys.exit()


def seconds_per_call(work, arguments):
    for argument in arguments[: len(arguments) // 10]:
        work(argument)
    started = time.perf_counter()
    for argument in arguments:
        work(argument)
    return (time.perf_counter() - started) / len(arguments)


def bounded(query):
    return LaplaceBoundedDomain(
        epsilon=query["epsilon"],
        delta=query["delta"],
        sensitivity=query["sensitivity"],
        lower=0,
        upper=query["width"],
    )


def scale_of(query):
    """The bisection runs when it is first needed. With delta, effective_epsilon() gives None, and keeps what it found."""
    mechanism = bounded(query)
    effective = mechanism.effective_epsilon()
    return float(mechanism._scale if effective is None else query["sensitivity"] / effective)


def evenly(count):
    return [(at + 0.5) / count for at in range(count)]


def mean(values):
    return float(sum(values) / len(values))


def measured(draws, calibrations, queries):
    unit = {"width": 1, "sensitivity": 1, "epsilon": 1, "delta": 0}
    truths = evenly(draws)
    local = {"epsilon": 1, "sensitivity": 1, "lower": 0, "upper": 1}
    folded = LaplaceFolded(**local)  # has no variance(): its error is that of the draws
    truncated = LaplaceTruncated(**local)
    return {
        "version": version,
        "draw": seconds_per_call(bounded(unit).randomise, truths),
        "scaleFor": seconds_per_call(scale_of, [queries[0]] * calibrations),
        "scales": [scale_of(query) for query in queries],
        "foldedError": mean([(folded.randomise(truth) - truth) ** 2 for truth in truths]),
        "truncatedError": mean([truncated.mse(truth) for truth in evenly(100)]),
    }


print(json.dumps(measured(**json.loads(sys.argv[1]))))
