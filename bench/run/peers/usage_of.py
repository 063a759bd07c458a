"""Runs a command and prints its wall time, CPU time, largest memory and end: python3 usage_of.py COMMAND..."""
import json
import resource
import subprocess
import sys
import time

start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(
    json.dumps(
        {
            "wallSeconds": seconds,
            "cpuSeconds": used.ru_utime + used.ru_stime,
            "peakMiB": used.ru_maxrss / 1024,
            "status": done.returncode,
            "said": done.stdout[-500:],
        }
    )
)
