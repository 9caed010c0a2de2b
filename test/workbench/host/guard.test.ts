import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { anUi, type TestedUi } from "../../support/an-ui.ts";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describe("who may ask the workbench", () => {
  let ui: TestedUi;
  let cookie = "";
  let host = "";
  before(async () => {
    ui = await anUi();
    host = new URL(ui.origin).host;
    const greeted = await send({ path: `/${new URL(ui.url).search}` });
    cookie = String(greeted.headers["set-cookie"]?.[0]).split(";", 1)[0] ?? "";
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

  it("The token of the URL is turned into a cookie that no script reads and no other site sends", async () => {
    const { status, headers } = await send({ path: `/${new URL(ui.url).search}` });
    assert.equal(status, 303);
    assert.equal(headers.location, "/");
    assert.match(String(headers["set-cookie"]), /HttpOnly; SameSite=Strict/);
    assert.ok(
      !String(headers["set-cookie"]).includes(String(new URL(ui.url).searchParams.get("token"))),
    );
    assert.equal((await send({ headers: { cookie } })).status, 200);
  });

  it("Without the token, or with a wrong one, nothing is told", async () => {
    const wrong = [
      {},
      { cookie: `${cookie.split("=")[0]}=wrong` },
      { cookie: cookie.replace(/^dowser-\d+/, "dowser") },
      { authorization: "Bearer wrong" },
      { authorization: "Bearer " },
    ];
    for (const headers of wrong) {
      for (const path of ["/", "/page.js", "/api/runs", "/api/runs/x/events", "/?token=wrong"]) {
        const { status, said } = await send({ path, headers });
        assert.equal(status, 401, path);
        assert.match(said, /Open the whole address that dowser ui printed/);
      }
    }
  });

  it("A name that points here is refused, with the right cookie, too (DNS rebinding)", async () => {
    const port = new URL(ui.origin).port;
    for (const name of [
      `evil.example:${port}`,
      "evil.example",
      `127.0.0.1.evil.example:${port}`,
      "127.0.0.1:1",
    ]) {
      const { status } = await send({ headers: { cookie, host: name } });
      assert.ok(status === 421 || status === 400, `${name}: ${status}`);
    }
    assert.equal((await send({ headers: { cookie, host: `localhost:${port}` } })).status, 200);
  });

  it("Another site cannot change anything, with the right cookie, too (CSRF)", async () => {
    const body = JSON.stringify({ labels: [{ url: "http://a.example/", label: "good" }] });
    const asked = { method: "POST", path: "/api/projects/check", body };
    for (const headers of [
      {},
      { origin: "null" },
      { origin: "http://evil.example" },
      { origin: ui.origin.replace("http:", "https:") },
      { origin: "http://localhost:1" },
      { origin: ui.origin, "sec-fetch-site": "same-site" },
    ]) {
      const { status } = await send({ ...asked, headers: { cookie, ...headers } });
      assert.equal(status, 403, JSON.stringify(headers));
    }
    assert.equal((await send({ ...asked, headers: { cookie, origin: ui.origin } })).status, 200);
  });

  it("Another site cannot read either, as an image, a frame or a script", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const { status } = await send({ headers: { cookie, "sec-fetch-site": site } });
      assert.equal(status, 403);
    }
  });

  it("The page runs no script and loads nothing but what the server has", async () => {
    const { headers, said } = await send({ path: "/", headers: { cookie } });
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(said, /<script>|onclick|style=/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["access-control-allow-origin"], undefined);
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
      `GET /api${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    return Number((await text(socket)).split(" ", 2)[1]);
  }
});
