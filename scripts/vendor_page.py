"""Bundle the libraries of the page: `python scripts/vendor_page.py`, for developers, after new versions.

Versions are pinned in scripts/page/package.json, their contents by hashes in package-lock.json. What comes
out is committed and lies in the wheel, each bundle with the licences of all that is in it, so that users need
neither npm nor the internet. axe-core is for tests alone and lies with these.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "scripts" / "page"
PAGE = ROOT / "interpreter" / "serve" / "page" / "vendor"
TESTS = ROOT / "tests" / "page" / "vendor"
MODULES = HERE / "node_modules"


def main() -> int:
    """Fetch, bundle, and write down what is in each bundle."""
    npm = shutil.which("npm")
    if npm is None:
        sys.stderr.write("npm is needed to bundle the page's libraries\n")
        return 1
    install = ("ci", "--omit-lockfile-registry-resolved", "--no-audit", "--no-fund", "--ignore-scripts")
    subprocess.run([npm, *install], cwd=HERE, check=True)
    for folder in (PAGE, TESTS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    versions = {name: bundle(name) for name in ("ui", "editor")}
    shutil.copy(MODULES / "axe-core" / "axe.min.js", TESTS / "axe.min.js")
    licences(TESTS / "axe.min.js.LICENSE", ["axe-core"])
    text = json.dumps(versions, indent=2)
    (PAGE / "versions.json").write_text(f"{text}\n", encoding="utf-8")
    return 0


def bundle(name: str) -> dict[str, str]:
    """Make one module; the packages in it with their versions."""
    target = PAGE / f"{name}.js"
    about = HERE / f".{name}.json"
    subprocess.run(
        [MODULES / ".bin" / "esbuild", f"{name}.js", "--bundle", "--format=esm", "--minify",
         "--target=es2022", "--legal-comments=none", "--charset=utf8",
         f"--outfile={target}", f"--metafile={about}"],
        cwd=HERE, check=True,
    )  # fmt: skip
    inputs = json.loads(about.read_text(encoding="utf-8"))["inputs"]
    about.unlink()
    packages = sorted({package_of(path) for path in inputs if path.startswith("node_modules/")})
    licences(target.with_name(f"{name}.js.LICENSE"), packages)
    return {package: version(package) for package in packages}


def package_of(path: str) -> str:
    """`@codemirror/view` of the path of one of its files."""
    parts = path.split("/")[1:]
    return "/".join(parts[: 2 if parts[0].startswith("@") else 1])


def version(package: str) -> str:
    """The version that was fetched."""
    result = json.loads((MODULES / package / "package.json").read_text(encoding="utf-8"))["version"]
    assert isinstance(result, str)
    return result


def licences(target: Path, packages: list[str]) -> None:
    """The licences of some packages, one after the other."""
    texts = []
    for package in packages:
        for file in sorted((MODULES / package).glob("LICENSE*")):
            title = f"{package} {version(package)}, {file.name}"
            texts.append(f"{title}\n{'=' * len(title)}\n\n{file.read_text(encoding='utf-8').strip()}\n")
    target.write_text("\n\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
