"""Compares the size, import time and request time of this library with other libraries. It installs them into temporary
environments, so it is not for CI.

sdks/python/run compare ADDRESS    the address of a service that answers every request with a card
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Iterable, NamedTuple

HERE = Path(__file__).resolve().parent.parent
RUNS = 15
ROUNDS = 3
# The import, the construction of a client, and a request.
PROGRAMS = {
    "cardwright": (
        "import cardwright",
        "client = cardwright.Cardwright('sk_test_0123456789abcdef', base_url='{address}/v1')",
        "client.cards.get('card_1')",
    ),
    "lithic": (
        "import lithic",
        "client = lithic.Lithic(api_key='x', base_url='{address}')",
        "client.cards.retrieve('card_1')",
    ),
    "stripe": (
        "import stripe",
        "client = stripe.StripeClient('sk_test_bench', base_addresses={{'api': '{address}'}}, "
        "http_client=stripe.RequestsClient())",
        "client.v1.issuing.cards.retrieve('card_1')",
    ),
}
PLAIN = ("import httpx", "client = httpx.Client()", "client.get('{address}/v1/cards/card_1').json()")
REQUEST_TIMES = """
import statistics, time
def timed():
    started = time.perf_counter()
    {call}
    return (time.perf_counter() - started) * 1e6
for _ in range(200): timed()
print(statistics.median(timed() for _ in range(1500)))
"""


class Installed(NamedTuple):
    package: str
    python: str
    version: str
    own_bytes: int
    all_bytes: int
    packages: int


def install(package: str, folder: Path) -> Installed:
    """Installs a package into its own environment, so that its dependencies are counted too."""
    place = folder / package
    venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    before = set(site_of(place).iterdir())
    # Stripe's library uses whichever HTTP library is installed; its own documentation installs requests.
    sources = {"cardwright": [str(HERE)], "stripe": ["stripe", "requests"]}.get(package, [package])
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-compile", *sources], check=True)
    added = set(site_of(place).iterdir()) - before
    return Installed(
        package=package,
        python=python,
        version=run(python, f"import importlib.metadata as m; print(m.version('{package}'))").strip(),
        own_bytes=size(path for path in added if path.name == package),
        all_bytes=size(added),
        packages=sum(path.suffix == ".dist-info" for path in added),
    )


def site_of(place: Path) -> Path:
    return next((place / "lib").glob("python*/site-packages"))


def size(paths: Iterable[Path]) -> int:
    files = (file for path in paths for file in ([path] if path.is_file() else path.rglob("*")))
    return sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc")


def run(python: str, program: str) -> str:
    return subprocess.run([python, "-c", program], check=True, capture_output=True, text=True).stdout


def import_ms(python: str, program: str) -> float:
    """The median import time, with compiled files and without the start of Python itself. It measures processor time,
    so that other programs on the machine do not count."""
    timed = f"import time; t = time.process_time(); {program}; print((time.process_time() - t) * 1000)"
    run(python, timed)
    return statistics.median(float(run(python, timed)) for _ in range(RUNS))


def request_us(python: str, address: str, program: tuple[str, str, str]) -> float:
    importing, making, call = (part.format(address=address) for part in program)
    timed = f"{importing}\n{making}\n{REQUEST_TIMES.format(call=call)}"
    return statistics.median(float(run(python, timed)) for _ in range(ROUNDS))


def main(address: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        all_of_them = [install(package, Path(folder)) for package in PROGRAMS]
        plain = request_us(all_of_them[0].python, address, PLAIN)
        head = ["own, kB", "with all it needs, kB", "packages", "import, ms", "client, ms", "a request over httpx, µs"]
        print(f"| Python {platform.python_version()} | {' | '.join(head)} |")
        print(f"| --- {'| ---: ' * len(head)}|")
        for each in all_of_them:
            importing, making, _ = PROGRAMS[each.package]
            cells = [
                f"{each.package} {each.version}",
                f"{each.own_bytes / 1000:,.0f}",
                f"{each.all_bytes / 1000:,.0f}",
                str(each.packages),
                f"{import_ms(each.python, importing):.0f}",
                f"{import_ms(each.python, f'{importing}; {making.format(address=address)}'):.0f}",
                f"{request_us(each.python, address, PROGRAMS[each.package]) - plain:.0f}",
            ]
            print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1])
