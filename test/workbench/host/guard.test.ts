import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { Guard } from "../../../lib/workbench/host/guard.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describe("who may ask the workbench", () => {
  let ui: TestedUi;
  let token = "";
  let headers: Readonly<Record<string, string>> = {};
  let host = "";
  before(async () => {
    ui = await anUi();
    host = new URL(ui.origin).host;
    token = String(new URL(ui.url).searchParams.get("token"));
    headers = { authorization: `Bearer ${token}` };
  });
  after(() => ui.close());

  /** Sends a request with any header, as an attacker may. */
  async function send({ method = "GET", path = "/api/runs", headers = {}, body }: Sent) {
    const asked = request(ui.origin + path, { method, headers: { host, ...headers } });
    asked.end(body);
    const [response] = await once(asked, "response");
    const said: string = await text(response);
    return { status: Number(response.statusCode), headers: response.headers, said };
  }

  it("The session is no cookie, which every server of the machine would get, whatever its port", async () => {
    const shown = await send({ path: `/${new URL(ui.url).search}` });
    assert.deepEqual([shown.status, shown.headers["set-cookie"]], [200, undefined]);
    assert.ok(!shown.said.includes(token));
    const cookie = `dowser-${new URL(ui.origin).port}=${token}; dowser=${token}; token=${token}`;
    assert.equal((await send({ headers: { cookie } })).status, 401);
    assert.equal((await send({ headers })).status, 200);
  });

  it("Without the token, or with a wrong one, nothing of the folder is told", async () => {
    const wrong = [{}, { authorization: "Bearer wrong" }, { authorization: "Bearer " }];
    const paths = ["/api/runs", "/api/runs/x/events", "/api/host", "/?token=wrong", "/once/x"];
    for (const headers of wrong) {
      for (const path of paths) {
        const { status, said } = await send({ path, headers });
        assert.equal(status, 401, path);
        assert.match(said, /Open the whole address that dowser ui printed/);
      }
      const once = { method: "POST", path: "/api/once", body: "/api/runs/x/report.html" };
      assert.equal((await send({ ...once, headers })).status, 401);
    }
    assert.equal((await send({ path: "//evil.example/" })).status, 401);
    for (const path of ["/", "/page.js", "/page.css"]) {
      const { status, said } = await send({ path });
      assert.equal(status, 200);
      assert.ok(!said.includes(token) && !said.includes(ui.folder));
    }
  });

  it("A frame or a file has an address that holds once, and for nothing else", async () => {
    const issue = async (body: string) => {
      const sent = { method: "POST", path: "/api/once", body, headers };
      const { status, said } = await send(sent);
      return { status, address: status === 201 ? String(JSON.parse(said).address) : "" };
    };
    const { address } = await issue("/api/runs/nowhere/report.html");
    assert.match(address, /^\/once\/[\w-]{43}$/);
    for (const method of ["POST", "HEAD"])
      assert.equal((await send({ method, path: address })).status, 401);
    const neighbour = { "sec-fetch-site": "same-site" };
    assert.equal((await send({ path: address, headers: neighbour })).status, 403);
    assert.match((await send({ path: address })).said, /"no-run"/);
    assert.equal((await send({ path: address })).status, 401);
    for (const body of ["/api/runs", "/api/runs/x/crawl", "/", "http://a.example/", "/api/once"])
      assert.equal((await issue(body)).status, 400, body);
  });

  it("An address that holds once holds for a minute, and not too many wait", () => {
    let now = 0;
    const guard = new Guard({ port: 1, host: "127.0.0.1", now: () => now });
    const judge = (path = "") =>
      guard.judge({ method: "GET", path, token: undefined, headers: { host: "127.0.0.1:1" } }).kind;
    const [first, second] = [1, 2].map(() => guard.addressOnce("/api/runs/x/sample.jsonl"));
    now = 59_999;
    assert.equal(judge(first), "once");
    now = 60_000;
    assert.equal(judge(second), "refused");
    const third = guard.addressOnce("/api/runs/x/sample.jsonl");
    for (let more = 0; more < 1_000; more += 1) guard.addressOnce("/api/runs/x/sample.jsonl");
    assert.equal(judge(third), "refused");
  });

  it("A name that points here is refused, with the right token, too (DNS rebinding)", async () => {
    const port = new URL(ui.origin).port;
    for (const name of [
      `evil.example:${port}`,
      "evil.example",
      `127.0.0.1.evil.example:${port}`,
      "127.0.0.1:1",
    ]) {
      const { status } = await send({ headers: { ...headers, host: name } });
      assert.ok(status === 421 || status === 400, `${name}: ${status}`);
    }
    assert.equal((await send({ headers: { ...headers, host: `localhost:${port}` } })).status, 200);
  });

  it("Another site cannot change anything, with the right token, too (CSRF)", async () => {
    const body = JSON.stringify({ labels: [{ url: "http://a.example/", label: "good" }] });
    const asked = { method: "POST", path: "/api/projects/check", body };
    for (const from of [
      { origin: "null" },
      { origin: "http://evil.example" },
      { origin: ui.origin.replace("http:", "https:") },
      { origin: "http://localhost:1" },
      { origin: ui.origin, "sec-fetch-site": "same-site" },
    ]) {
      const { status } = await send({ ...asked, headers: { ...headers, ...from } });
      assert.equal(status, 403, JSON.stringify(from));
    }
    assert.equal(
      (await send({ ...asked, headers: { ...headers, origin: ui.origin } })).status,
      200,
    );
  });

  it("Another site cannot read either, as an image, a frame or a script", async () => {
    for (const site of ["cross-site", "same-site"]) {
      for (const path of ["/", "/page.js", "/api/runs"]) {
        const from = { ...headers, "sec-fetch-site": site };
        assert.equal((await send({ path, headers: from })).status, 403);
      }
    }
  });

  it("The page runs no script and loads nothing but what the server has", async () => {
    const { headers: got, said } = await send({ path: "/" });
    const policy = String(got["content-security-policy"]);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(said, /<script>|onclick|style=/);
    assert.equal(got["x-content-type-options"], "nosniff");
    assert.equal(got["access-control-allow-origin"], undefined);
  });

  it("A body that is too long is not taken", async () => {
    const answer = await ui
      .ask("POST", "/projects/check", "x".repeat(9_000_000))
      .catch(() => undefined);
    assert.ok(answer === undefined || answer.status === 413);
  });

  it("A run cannot be named so that it leads out of the folder", async () => {
    for (const run of ["..", "%2e%2e", "..%2f..%2fetc", "a%2fb", ".", "%00", "a%5cb", "%zz"]) {
      for (const path of [
        `/runs/${run}/crawl`,
        `/runs/${run}/report.html`,
        `/runs/${run}/pages/1/frame`,
      ]) {
        const status = await raw(path);
        assert.ok(status === 400 || status === 404, `${path}: ${status}`);
      }
    }
  });

  /** Sends a path as it is: clients normalise dots. */
  async function raw(path: string): Promise<number> {
    const socket = connect(Number(new URL(ui.origin).port), "127.0.0.1");
    socket.end(
      `GET /api${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    return Number((await text(socket)).split(" ", 2)[1]);
  }
});
