"""The wheel holds what it must, and what it installs starts."""

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive."""
    out = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--wheel", "--sdist", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; its dependencies are lent from this one: no network is needed."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    into = ["--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *into], check=True, capture_output=True)
    site = next((folder / "lib").glob("python*/site-packages"))
    lent = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "lent.pth").write_text(lent + "\n")
    return folder


def run(installed: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(installed / "bin" / command[0]), *command[1:]], capture_output=True, text=True, check=False, cwd=installed
    )


def tracked(*folders: str) -> set[str]:
    """The files of these folders that the project keeps, from its root."""
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this checkout has no history to list")
    return set(listed.stdout.splitlines())


def test_the_wheel_holds_the_package_its_prompts_and_the_licence_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    told = {name for name in names if ".dist-info/" in name}
    package = {name.removeprefix("server/") for name in tracked("server/noctule")}
    prompts = {f"noctule/{name}" for name in tracked("prompts")}
    assert names - told == package | prompts
    assert {"noctule/py.typed", "noctule/settings/settings.schema.json"} <= package
    assert {name.partition("/")[2] for name in told} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_source_archive_holds_what_the_wheel_is_made_of_and_nothing_else(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}
    sources = tracked("server", "prompts", "README.md", "LICENSE", "pyproject.toml")
    # hatchling adds the first, and puts in the other where there is one.
    assert names == sources | {"PKG-INFO", ".gitignore"}


def test_every_prompt_loads_from_the_installed_wheel(installed: Path) -> None:
    script = (
        "import noctule, noctule.prompts as p\n"
        f"assert noctule.__file__.startswith({str(installed)!r}), noctule.__file__\n"
        "print(*[n for n in p.names() if p.load(n).text.strip()])"
    )
    result = run(installed, "python", "-c", script)
    assert result.stderr == ""
    assert result.stdout.split() == sorted(path.stem for path in (ROOT / "prompts").glob("*.md"))


def test_the_console_script_starts(installed: Path) -> None:
    result = run(installed, "noctule", "--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert "0." in result.stdout


@pytest.mark.parametrize("command", [["--help"], ["list", "--help"], ["status", "--json"], ["tour", "--help"]])
def test_the_command_face_never_imports_pygls(installed: Path, command: list[str]) -> None:
    script = (
        "import sys\nfrom noctule.cli.main import main\n"
        f"try:\n    main({command!r})\nexcept SystemExit:\n    pass\n"
        "heavy = {'pygls', 'lsprotocol', 'httpx', 'watchfiles', 'cattrs'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    result = run(installed, "python", "-c", script)
    assert result.returncode == 0, result.stderr
