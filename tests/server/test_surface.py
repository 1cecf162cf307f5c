"""What the server shows to somebody who tries its edges: methods, paths, lengths, types, headers, odd words."""

import socket
from pathlib import Path

import pytest

from takujo.server.app import openapi
from takujo.server.page_routes import STATIC
from tests.server.cluster import Node
from tests.server.parts import SOON, Server, bearer

pytestmark = pytest.mark.once

ODD = [  # what other programs would take for code, as names of at most 24 characters
    "'; DROP TABLE entry; --", '" OR ""="', "<img src=x onerror=a()>", "<script>a()</script>", "{0.__class__}", "%s%n%x",
    "${7*7} {{7*7}}", "=1+1", "$(reboot)", "`id`", "../../etc/passwd", "&lt;b&gt; %3Cb%3E \\u003c", "卓上 𝕏 ﷽",
]  # fmt: skip


def raw(server: Server, request: str) -> str:
    """All that comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), SOON) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


@pytest.mark.parametrize(
    "lengths", ["Content-Length: 4\nTransfer-Encoding: chunked", "Content-Length: 4\nContent-Length: 5"]
)
def test_a_request_with_two_lengths_is_refused(server, lengths):
    """What follows it on the connection is not taken for another request."""
    host = f"Host: 127.0.0.1:{server.port}"
    answer = raw(server, f"POST /api/tables HTTP/1.1\n{host}\n{lengths}\n\n0\n\nGET /healthz HTTP/1.1\n{host}\n\n")
    assert answer.startswith("HTTP/1.1 400 ")
    assert answer.count("HTTP/1.1") == 1


def test_a_request_is_not_echoed(server):
    answer = server.http.request("TRACE", "/api/games", headers={"X-Mine": "secret"})
    assert answer.status_code == 405
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "path",
    ["/assets", "/assets/", "/assets/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/.git/config", "//example.org/..",
     "/api/games/", "/api/tables/..%2f..%2fmetrics", "/assets/..%2f..%2fapp.py", "/app.py%00.svg",
     "/engine", "/engine/", "/engine/../app.py", "/engine/..%2f..%2fapp.py"],
)  # fmt: skip
def test_no_path_lists_a_folder_leads_elsewhere_or_reads_the_disk(server, path):
    """It gets the page, which finds its own way, or an answer that there is none."""
    answer = raw(server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{server.port}\nConnection: close\n\n")
    head, _, body = answer.partition("\r\n\r\n")
    status = int(head.split()[1])
    assert status in (200, 400, 404)
    page = (STATIC / "index.html").read_text(encoding="utf-8").splitlines()
    assert status != 200 or {line for line in page if "<title>" not in line} <= set(body.splitlines())
    assert "location:" not in head.lower()


def test_the_pages_engine_is_taken_up_when_it_is_built(server):
    """Also while the server runs: its index is asked for anew, its files keep for ever, by their names."""
    folder, name = STATIC / "engine", "trial-0123.js"
    was_there = folder.is_dir()
    assert server.http.get(f"/engine/{name}").status_code == 404
    folder.mkdir(exist_ok=True)
    try:
        (folder / name).write_text("export {};", "utf-8")
        answer = server.http.get(f"/engine/{name}")
        assert (answer.status_code, answer.text) == (200, "export {};")
        assert "immutable" in answer.headers["cache-control"]
        if (folder / "index.json").is_file():
            assert server.http.get("/engine/index.json").headers["cache-control"] == "no-cache"
        else:
            assert server.http.get("/engine/index.json").status_code == 404
    finally:
        (folder / name).unlink()
        if not was_there:
            folder.rmdir()


def test_every_text_says_how_it_is_written(server):
    files = [f"/assets/{file.name}" for file in Path(STATIC / "assets").iterdir()]
    for path in ("/", "/api/docs", "/api/games", "/api/tables/nowhere", "/no/such/page", "/favicon.svg", *files):
        kind = server.http.get(path).headers["content-type"]
        assert kind == "application/json" or kind.endswith("; charset=utf-8"), path


def test_no_answer_may_be_framed_or_guessed_at_or_tells_where_one_comes_from(server):
    for method, path, status in (
        ("GET", "/", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/assets/none.js", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("PUT", "/api/tables", 405),
        ("POST", "/api/tables", 422),
    ):
        answer = server.http.request(method, path)
        assert answer.status_code == status
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_a_form_of_any_page_could_send_is_not_read(server, kind):
    """A browser sends these three without asking the server first."""
    made = server.create("ritual", players=2)
    for path, body in (("", '{"game": "ritual", "players": 2}'), (f"/{made['table']}/join", "{}")):
        answer = server.http.post(f"/api/tables{path}", content=body, headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert [entry.kind for entry in server.entries(made["table"])] == ["create", "join"]


def test_what_people_write_comes_back_as_it_was(server):
    """Nothing on the way takes it for more than text."""
    for name in ODD:
        made = server.create("ritual", players=2, name=name)
        assert server.look(made["table"])["table"]["seats"][0]["name"] == name
        listener = server.socket(made["table"])
        assert server.socket(made["table"], made["token"]).ask(type="chat", text=name)["type"] == "ack"
        assert listener.until("chat")["lines"][0]["text"] == name
        assert server.entries(made["table"])[-1].body == {"text": name}


def test_no_token_stands_in_an_address(server):
    """Addresses are kept: by browsers, by proxies, in links that are passed on."""
    parameters = {
        parameter["name"]
        for methods in openapi()["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter["in"] in ("path", "query")
    }
    filters = {"outcome", "players", "who", "since", "until", "page", "profile"}  # of a history, and whose is public
    calendar = {"key", "lang"}  # programs of calendars know addresses alone: the key tells deadlines and opens nothing
    assert parameters == {"game", "called", "table", "seat", "eyes", "after", "day"} | filters | calendar
    table, tokens = server.full("ritual", 2, spectators="none")
    assert server.http.get(f"/api/tables/{table}", headers=bearer(tokens[0])).status_code == 200
    assert server.http.get(f"/api/tables/{table}", params={"token": tokens[0]}).status_code == 403


class Proxied(Node):
    """A node that believes what these addresses say about who asks."""

    trusted = ""

    def spawn(self, arguments: list[str], environment: dict[str, str]) -> str:
        return super().spawn(arguments, environment | {"FORWARDED_ALLOW_IPS": self.trusted})


@pytest.mark.parametrize(
    ("trusted", "said", "answers"),
    [
        ("127.0.0.1", ("198.51.100.1", "198.51.100.2"), [201, 201]),
        (
            "127.0.0.1",
            ("203.0.113.1, 198.51.100.1", "203.0.113.2, 198.51.100.1"),
            [201, 429],
        ),  # the last is the proxy's
        ("192.0.2.1", ("198.51.100.1", "198.51.100.2"), [201, 429]),
    ],
)
def test_only_the_proxy_that_was_named_says_who_asks(nursery, tmp_path, monkeypatch, trusted, said, answers):
    monkeypatch.setattr(Proxied, "trusted", trusted)
    with Proxied(nursery, tmp_path, table_rate="1,0.001") as server:
        for address, status in zip(said, answers, strict=True):
            body = {"game": "ritual", "players": 2}
            answer = server.http.post("/api/tables", json=body, headers={"X-Forwarded-For": address})
            assert answer.status_code == status
