"""Writes `site/`: static files for any web server, below any path.

python -m scripts.site --to site
"""

from __future__ import annotations

import argparse
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final

from scripts.site.pages import write_pages
from scripts.site.runtime import ROOT, write_runtime

WORKER: Final = ROOT / "src/farmstead/in_page/scripts/worker/service_worker.js"
EDITION: Final = "EDITION"  # what stands in the service worker for a sign of all files
FILES: Final = '["FILES"]'
UNKEPT: Final = ("service-worker.js",)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "site", help="the folder, which is written anew")
    folder = parser.parse_args().to
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    runtime = write_runtime(folder)
    write_pages(folder, runtime)
    write_service_worker(folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    print(f"{folder}: {len(files)} files, {sum([file.stat().st_size for file in files]) / 1e6:.1f} MB")


def write_service_worker(folder: Path) -> None:
    """With the list of all files, and a sign for them: another sign is another worker."""
    files = sorted([file for file in folder.rglob("*") if file.is_file() and file.name not in UNKEPT])
    names = [file.relative_to(folder).as_posix() for file in files]
    sign = sha256(b"".join([sha256(file.read_bytes()).digest() for file in files])).hexdigest()[:12]
    listed = "[" + ", ".join([f'"{name}"' for name in names]) + "]"
    text = WORKER.read_text(encoding="utf-8").replace(f'"{EDITION}"', f'"{sign}"').replace(FILES, listed)
    (folder / "service-worker.js").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
