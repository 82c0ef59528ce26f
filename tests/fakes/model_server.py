"""A model server on loopback that speaks both wire formats, follows a script, and checks every request.

    with ModelServer(Says("hello")) as server:
        server.settings    # what to put under `models.providers`: fake-anthropic, fake-openai, fake-plain
        server.environ     # the key that they want
        server.requests    # what came in
        server.problems    # what the vendors' own types have against it: assert that it is empty

The last step of a script repeats. A function from the request to a step may stand in its place. Who asks for a stream
is given one, in Anthropic's format.
"""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from fakes.model_replies import Drops, Hangs, Says, Sends, Step, Wire
from fakes.wire_types import problems_of_anthropic, problems_of_openai

KEY_VARIABLE = "FAKE_MODEL_KEY"
KEY = "fake-key-of-no-provider"
LONGEST_HANG = 30.0


@dataclass(frozen=True)
class Received:
    """One request: where it went, its headers (lower case) and its JSON body."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def wire(self) -> Wire:
        return "anthropic" if self.path.partition("?")[0].endswith("/v1/messages") else "openai"

    @property
    def text(self) -> str:
        """All that was said to the model, as one JSON text."""
        return json.dumps(self.body, ensure_ascii=False)


class ModelServer:
    """The server, from `with` to its end. `script` may be replaced meanwhile; `requests` and `problems` grow.

    Not `strict`: whatever a real agent asks for is answered, though no type of the vendors' knows it.
    """

    def __init__(self, *script: Step, answer: Callable[[Received], Step] | None = None, is_strict: bool = True) -> None:
        self.requests: list[Received] = []
        self.problems: list[str] = []
        self._script = list(script) or [Says("ok")]
        self._answer = answer
        self._is_strict = is_strict
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._http = _Server(self)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.004,), name="model server")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        """Providers for settings. `openai` and the like are the built-in ones, led here."""
        return {
            "fake-anthropic": {"kind": "anthropic", "baseUrl": self.url, "keyVariable": KEY_VARIABLE},
            "fake-openai": {"kind": "openai", "baseUrl": f"{self.url}/v1", "keyVariable": KEY_VARIABLE},
            "fake-plain": {"kind": "openai", "baseUrl": f"{self.url}/plain"},
            "anthropic": {"baseUrl": self.url, "keyVariable": KEY_VARIABLE},
            "openai": {"baseUrl": f"{self.url}/v1", "keyVariable": KEY_VARIABLE},
            "deepseek": {"baseUrl": f"{self.url}/deepseek", "keyVariable": KEY_VARIABLE},
            "openrouter": {"baseUrl": f"{self.url}/openrouter", "keyVariable": KEY_VARIABLE},
            "ollama": {"baseUrl": f"{self.url}/ollama"},
        }

    @property
    def environ(self) -> dict[str, str]:
        return {KEY_VARIABLE: KEY}

    def follow(self, *script: Step) -> None:
        """Go on with this script."""
        with self._lock:
            self._script = list(script)

    def receive(self, request: Received) -> Step:
        """Record and check a request, and return the step that answers it."""
        problems = self._problems_of(request) if self._is_strict else []
        with self._lock:
            self.requests.append(request)
            self.problems += problems
            if problems:
                return Sends(400, {"type": "error", "error": {"type": "invalid_request_error", "message": problems[0]}})
            if self._answer is not None:
                return self._answer(request)
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    def wait_for_end(self, seconds: float) -> bool:
        """Wait so long, or until the server closes; whether it closes."""
        return self._closing.wait(seconds)

    def _problems_of(self, request: Received) -> list[str]:
        if request.wire == "anthropic":
            return problems_of_anthropic(request.body) + _missing_headers(request, "x-api-key", "anthropic-version")
        if not request.path.endswith("/chat/completions"):
            return [f"nothing is at {request.path}"]
        is_openai = request.path.startswith("/v1/")
        problems = problems_of_openai(request.body, compatible=not is_openai)
        return problems + _missing_headers(request, *(["authorization"] if is_openai else []))


def _sent(step: Says, request: Received) -> Sends:
    if request.body.get("stream") is True and request.wire == "anthropic":
        return Sends(body=step.stream(), headers={"content-type": "text/event-stream"})
    return Sends(body=step.body(request.wire))


def _missing_headers(request: Received, *names: str) -> list[str]:
    wanted = (*names, "content-type")
    return [f"the header {name} is missing" for name in wanted if not request.headers.get(name)]


class _Server(ThreadingHTTPServer):
    def __init__(self, models: ModelServer) -> None:
        self.models = models
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, *_: object) -> None:
        """A client that leaves in the middle is part of the game."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = LONGEST_HANG
    disable_nagle_algorithm = True  # else each answer on a kept connection takes 40 ms
    server: _Server

    def do_GET(self) -> None:
        """The list of models, of which there is one; a wrong key and a wrong path get what the vendors send."""
        if not self.path.endswith("/models"):
            return self._send(Sends(404, {"error": {"type": "not_found_error"}}))
        authorization = self.headers.get("authorization", "")
        if authorization and authorization != f"Bearer {KEY}":
            return self._send(Sends(401, {"error": {"type": "authentication_error"}}))
        return self._send(Sends(body={"object": "list", "data": [{"id": "m", "object": "model"}]}))

    def do_POST(self) -> None:
        models = self.server.models
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Received(self.path, headers, json.loads(data))
        step = models.receive(request)
        if isinstance(step, Hangs):
            models.wait_for_end(LONGEST_HANG)
        if isinstance(step, Hangs | Drops):
            self.close_connection = True
            return
        self._send(_sent(step, request) if isinstance(step, Says) else step)

    def _send(self, step: Sends) -> None:
        if step.seconds and self.server.models.wait_for_end(step.seconds):
            return
        content = step.content()
        self.send_response(step.status)
        for name, value in step.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content) + (1_000_000 if step.drips else 0)))
        self.end_headers()
        if step.cut:
            content, self.close_connection = content[: len(content) // 2], True
        self.wfile.write(content)
        while step.drips and not self.server.models.wait_for_end(0.02):
            self.wfile.write(b" ")

    def log_message(self, *_: object) -> None:
        """Tests read what they need from `requests`."""
