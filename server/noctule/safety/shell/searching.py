"""grep and rg: one search, two ways of asking for it."""

from collections.abc import Iterator

from noctule.dataclass import dataclass
from noctule.safety.shell.call import PIPE, Call, joined, lines_of
from noctule.safety.shell.globs import name_matches
from noctule.safety.shell.patterns.pattern import Pattern, compile_pattern
from noctule.safety.shell.patterns.syntax import Dialect, parse
from noctule.safety.shell.patterns.tree import Choice, Node, Place, Sequence, literal
from noctule.safety.shell.vault import Missing
from noctule.safety.shell.words import Word

_NO_CASE = "(?i)"
_TYPES = {"md": ("*.md",), "markdown": ("*.md", "*.markdown"), "txt": ("*.txt",), "json": ("*.json", "*.jsonl")}


@dataclass(frozen=True, slots=True)
class _Shown:
    """How hits are printed."""

    names: bool
    numbers: bool
    before: int
    after: int
    most: int | None


def grep(call: Call) -> str:
    given = call.given
    patterns, operands = _patterns(call)
    dialect: Dialect = "extended" if given.has("E") else "basic"
    pattern = _compiled(call, patterns, dialect, ignore_case=bool(given.flags & set("iy")))
    is_recursive = given.has("r")
    if is_recursive and not operands:
        operands = (Word(".", None, True),)
    told = len(call.errors)
    texts = _searched(call, operands) if is_recursive else call.texts(operands)
    if given.has("s"):
        del call.errors[told:]
    several = is_recursive or len(operands) > 1 or len(texts) > 1
    names = (several or given.has("H")) and not given.has("h")
    return _search(call, pattern, texts, _shown(call, names=names, numbers=given.has("n")))


def rg(call: Call) -> str:
    given = call.given
    if given.has("files"):
        paths = _rg_paths(call, given.operands)
        return joined(paths)
    patterns, operands = _patterns(call)
    smart = given.has("S") and not any(character.isupper() for pattern in patterns for character in pattern)
    ignore_case = (given.has("i") or smart) and not given.has("s")
    if any(pattern.startswith(_NO_CASE) for pattern in patterns):
        patterns, ignore_case = [pattern.removeprefix(_NO_CASE) for pattern in patterns], True
    pattern = _compiled(call, patterns, "rg", ignore_case=ignore_case)
    reads_pipe = not operands and call.piped is not None
    texts = call.texts(()) if reads_pipe else _texts(call, _rg_paths(call, operands))
    one_file = reads_pipe or (len(operands) == 1 and [path for path, _ in texts] == [operands[0].text])
    names = (not one_file or given.has("H")) and not given.has("I")
    return _search(call, pattern, texts, _shown(call, names=names, numbers=given.has("n") and not given.has("N")))


def _patterns(call: Call) -> tuple[list[str], tuple[Word, ...]]:
    given = call.given
    if "e" in given.values:
        return list(given.values["e"]), given.operands
    if not given.operands:
        raise call.refuse("give a pattern, such as `grep -n deploy *.md`.")
    return [given.operands[0].text], given.operands[1:]


def _compiled(call: Call, patterns: list[str], dialect: Dialect, *, ignore_case: bool) -> Pattern:
    given = call.given
    nodes = tuple(literal(text) if given.has("F") else parse(text, dialect) for text in patterns)
    node: Node = nodes[0] if len(nodes) == 1 else Choice(nodes)
    if given.has("x"):
        node = Sequence((Place("start"), node, Place("end")))
    elif given.has("w"):
        node = Sequence((Place("notAfterWord"), node, Place("notBeforeWord")))
    return compile_pattern(node, ignore_case=ignore_case, limits=call.limits)


def _searched(call: Call, operands: tuple[Word, ...]) -> list[tuple[str, str]]:
    """The files below what was named, those that `--include` and `--exclude` leave."""
    given = call.given
    paths = [path for path in _below(call, call.paths(operands)) if _is_wanted(path, given.values.get("include", ()))]
    left_out = given.values.get("exclude", ())
    folders = given.values.get("exclude-dir", ())
    kept = []
    for path in paths:
        *above, name = path.split("/")
        if any(name_matches(glob, name) for glob in left_out):
            continue
        if not any(name_matches(glob.rstrip("/"), folder) for glob in folders for folder in above):
            kept.append(path)
    return _texts(call, kept)


def _rg_paths(call: Call, operands: tuple[Word, ...]) -> list[str]:
    globs = call.given.values.get("g", ())
    wanted = tuple(glob for glob in globs if not glob.startswith("!")) + _type_globs(call)
    unwanted = [glob[1:] for glob in globs if glob.startswith("!")]
    paths = _below(call, call.paths(operands) if operands else ["."])
    return [path for path in paths if _is_wanted(path, wanted) and not any(_fits(path, glob) for glob in unwanted)]


def _type_globs(call: Call) -> tuple[str, ...]:
    found: list[str] = []
    for name in call.given.values.get("t", ()):
        if name not in _TYPES:
            raise call.refuse(f"`-t` knows {', '.join(_TYPES)} here; use `-g` with a pattern of names.")
        found += _TYPES[name]
    return tuple(found)


def _below(call: Call, paths: list[str]) -> Iterator[str]:
    for path in paths:
        if path == PIPE:
            yield path
            continue
        try:
            if call.vault.entry(path).is_folder:
                yield from (entry.path for entry in call.vault.walk(path))
            else:
                yield path
        except Missing as missing:
            call.complain(path, missing)
        call.limits.check()


def _is_wanted(path: str, globs: tuple[str, ...]) -> bool:
    return not globs or any(_fits(path, glob) for glob in globs)


def _fits(path: str, glob: str) -> bool:
    """A pattern with a slash is held against the whole path, one without against the name."""
    glob = glob.removeprefix("./")
    glob = glob.removeprefix("**/")
    return name_matches(glob, path if "/" in glob else path.rpartition("/")[2])


def _texts(call: Call, paths: list[str]) -> list[tuple[str, str]]:
    return call.texts(tuple(Word(path, None, True) for path in paths)) if paths else []


def _shown(call: Call, *, names: bool, numbers: bool) -> _Shown:
    given = call.given
    around = given.count("C") or 0
    before, after = given.count("B"), given.count("A")
    return _Shown(
        names, numbers, around if before is None else before, around if after is None else after, given.count("m")
    )


def _search(call: Call, pattern: Pattern, texts: list[tuple[str, str]], shown: _Shown) -> str:
    given = call.given
    results: list[str] = []
    for path, text in texts:
        name = "(standard input)" if path == PIPE else path
        lines = lines_of(text)
        hits = _hits(call, pattern, lines, shown.most)
        if given.has("q"):
            continue
        call.limits.fit(sum(map(len, results)))
        if given.has("L") or given.has("files-without-match"):
            results += [name] if not hits else []
        elif given.has("l"):
            results += [name] if hits else []
        elif given.has("c"):
            if hits or given.name == "grep":
                results.append(f"{name}:{len(hits)}" if shown.names else str(len(hits)))
        elif given.has("o"):
            _check_size(call, name, lines, hits)
            results += _parts(call, pattern, lines, hits, name, shown)
        else:
            _check_size(call, name, lines, hits)
            results += _lines(lines, hits, name, shown, is_first=not results)
    return joined(results)


def _hits(call: Call, pattern: Pattern, lines: list[str], most: int | None) -> list[int]:
    hits: list[int] = []
    for number, line in enumerate(lines):
        call.limits.tick()
        if most is not None and len(hits) >= most:
            break
        if pattern.matches(line) != call.given.has("v"):
            hits.append(number)
    return hits


def _check_size(call: Call, name: str, lines: list[str], hits: list[int]) -> None:
    """The name stands before each line, and may be longer than it."""
    call.limits.fit(sum(len(name) + len(lines[number]) for number in hits))


def _parts(call: Call, pattern: Pattern, lines: list[str], hits: list[int], name: str, shown: _Shown) -> list[str]:
    parts: list[str] = []
    size = 0
    for number in hits:
        for start, end in pattern.spans(lines[number]):
            parts.append(_label(name, number, ":", shown) + lines[number][start:end])
            size += len(parts[-1])
            call.limits.fit(size)
    return parts


def _lines(lines: list[str], hits: list[int], name: str, shown: _Shown, *, is_first: bool) -> list[str]:
    if not shown.before and not shown.after:
        return [_label(name, number, ":", shown) + lines[number] for number in hits]
    result: list[str] = []
    matched = set(hits)
    last = -1
    for hit in hits:
        start, end = max(hit - shown.before, last + 1), min(hit + shown.after + 1, len(lines))
        if start < end and (start > last + 1 or last < 0) and (result or not is_first):
            result.append("--")
        for number in range(start, end):
            mark = ":" if number in matched else "-"
            result.append(_label(name, number, mark, shown) + lines[number])
        last = max(last, end - 1)
    return result


def _label(name: str, number: int, mark: str, shown: _Shown) -> str:
    return (f"{name}{mark}" if shown.names else "") + (f"{number + 1}{mark}" if shown.numbers else "")
