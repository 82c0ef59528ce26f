"""The wheel holds what it must, and what it installs starts."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return next(out.glob("*.whl"))


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


def test_the_wheel_holds_prompts_schema_and_type_marker(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    ours = {f"noctule/prompts/{path.name}" for path in (ROOT / "prompts").glob("*.md")}
    assert ours <= names
    assert {"noctule/py.typed", "noctule/settings/settings.schema.json"} <= names
    assert not [name for name in names if name.startswith(("tests/", "editors/", "server/"))]


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
