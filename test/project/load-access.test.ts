import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { DowserError } from "../../lib/errors.ts";
import { loadAccess, parseLoginProfile } from "../../lib/project/load-access.ts";
import { aFolder } from "../support/a-folder.ts";

const SECRET = "s3cret";

function loaded(test: TestContext, text: string, env: NodeJS.ProcessEnv = {}, profile = "") {
  const folder = aFolder(test);
  const file = join(folder, "access.yaml");
  writeFileSync(file, text, { mode: 0o600 });
  writeFileSync(join(folder, "profile"), profile, { mode: 0o600 });
  return loadAccess(file, env);
}

/** Returns all that an error says; it must be one of the access file. */
function refusal(test: TestContext, text: string, env?: NodeJS.ProcessEnv, profile?: string) {
  try {
    loaded(test, text, env, profile);
  } catch (error) {
    assert.ok(error instanceof DowserError);
    assert.equal(error.code, "bad-access");
    return `${error.message} ${error.hint} ${String(error.value)} ${String(error.cause)}`;
  }
  return assert.fail(`${text} was taken`);
}

describe("the file of secrets", () => {
  it("Cookies, headers and basic authentication are for one scheme, host and port, with values of the environment", (test) => {
    const text = `sites:
  HTTPS://Forum.example.org/:
    cookies: { sid: "\${SID}" }
    headers: { X-Key: "Bearer \${TOKEN}" }
  http://localhost:8080:
    basic: { user: me, password: pässword }`;
    const { sites, warnings } = loaded(test, text, { SID: "abc", TOKEN: "t" });
    assert.deepEqual(warnings, []);
    const [forum, local] = sites;
    assert.equal(forum?.origin, "https://forum.example.org");
    assert.deepEqual(forum?.headers, [["x-key", "Bearer t"]]);
    const [cookie] = forum?.cookies ?? [];
    assert.deepEqual([cookie?.name, cookie?.value, cookie?.isSecure], ["sid", "abc", true]);
    assert.deepEqual(local?.headers, [
      ["authorization", `Basic ${Buffer.from("me:pässword").toString("base64")}`],
    ]);
  });

  it("Proxies have a scheme, a host and a port, and user and password as keys of their own", (test) => {
    const text = `proxies:
  - { url: "http://proxy.example", forward: true }
  - { url: "https://[2001:db8::1]/", user: me, password: "\${PW}" }
  - { url: "SOCKS5://localhost:9050", private: true }
  - { url: "http://proxy.example:80" }`;
    const { proxies } = loaded(test, text, { PW: "p@ss" });
    assert.deepEqual(
      proxies.map(({ protocol, hostname, port }) => [protocol, hostname, port]),
      [
        ["http", "proxy.example", 8080],
        ["https", "2001:db8::1", 443],
        ["socks5", "localhost", 9050],
        ["http", "proxy.example", 80],
      ],
    );
    assert.deepEqual(
      proxies.map(({ password, isPrivate, forwards }) => [password, isPrivate, forwards]),
      [
        [undefined, false, true],
        ["p@ss", false, false],
        [undefined, true, false],
        [undefined, false, false],
      ],
    );
  });

  it("A fault is told by its place, and no value, key or line of the file is quoted", (test) => {
    for (const [text, said] of [
      [`sites: { "https://a.example": { cookies: { sid: "${SECRET} x" } } }`, /cookies: expected/],
      [`sites: { "https://a.example": { cookies: ${SECRET} } }`, /cookies: /],
      [`sites: { "https://a.example": { headers: { "a b": ${SECRET} } } }`, /headers: has a key/],
      [`sites: { "https://a.example": { headers: { host: ${SECRET} } } }`, /headers: has a key/],
      [`sites: { "https://a.example": { ${SECRET}: 1 } }`, /unknown key/],
      [`sites: { "https://me:${SECRET}@a.example": {} }`, /sites, key 1: expected scheme and host/],
      [`sites: { "https://a.example/path": {} }`, /expected scheme and host/],
      [`sites: { "https://a.example": { basic: { user: a, password: 12345 } } }`, /in quotes/],
      [`sites: *${SECRET}`, /no valid YAML/],
      [`proxies: [{ url: "http://me:${SECRET}@proxy.example" }]`, /proxies\[0\]\.url: expected/],
      [`proxies: [{ url: "socks4://${SECRET}" }]`, /proxies\[0\]\.url: expected http/],
      [`proxies: [{ url: "http://${SECRET} :1" }]`, /proxies\[0\]\.url: expected/],
      [`proxies: [{ url: "socks5://a", forward: true, password: ${SECRET} }]`, /no forward/],
      [`sites: !${SECRET} x`, /no valid YAML/],
      [`${SECRET}: 1`, /unknown key/],
      ["sites: { 'https://a.example': { profile: profile } }", /line 1 has not the seven fields/],
    ] as const) {
      const words = refusal(test, text, {}, `x ${SECRET}`);
      assert.match(words, said);
      assert.ok(!words.includes(SECRET) && !words.includes("12345"), words);
    }
  });

  it("A value of the environment that is not set is named", (test) => {
    for (const name of ["NOT_SET", "constructor", "toString"]) {
      const text = `sites: { "https://a.example": { cookies: { sid: "\${${name}}" } } }`;
      assert.match(refusal(test, text), new RegExp(`cookies: the environment has no ${name}`));
    }
  });

  it("A recorded login gives each site the cookies that a browser would send there", (test) => {
    const state = JSON.stringify({
      cookies: [
        { name: "host", value: "1", domain: "a.example.org", path: "/", expires: -1, secure: true },
        { name: "all", value: "2", domain: ".example.org", path: "/", expires: 4_000_000_000 },
        { name: "other", value: "3", domain: "b.example.org", path: "/" },
      ],
      origins: [{ origin: "https://a.example.org", localStorage: [] }],
    });
    const text = "sites: { 'https://a.example.org': { profile: profile } }";
    const [site] = loaded(test, text, {}, state).sites;
    assert.deepEqual(
      site?.cookies.map(({ name, isHostOnly, expiresAt }) => [name, isHostOnly, expiresAt]),
      [
        ["host", true, undefined],
        ["all", false, 4_000_000_000_000],
      ],
    );
  });

  it("A file or a profile that others may read is warned about", {
    skip: process.platform === "win32" && "Windows has no such rights",
  }, (test) => {
    const folder = aFolder(test);
    const [file, profile] = [join(folder, "access.yaml"), join(folder, "c.txt")];
    writeFileSync(file, "sites: { 'https://a.example.org': { profile: c.txt } }");
    writeFileSync(profile, "");
    for (const each of [file, profile]) chmodSync(each, 0o640);
    const { warnings } = loadAccess(file, {});
    assert.equal(warnings.length, 2);
    assert.match(warnings.join("\n"), /chmod 600 .*access\.yaml\n.*c\.txt/);
  });
});

describe("a recorded login", () => {
  it("Lines of Netscape's format are cookies, with HttpOnly ones, without comments", () => {
    const text =
      "# Netscape HTTP Cookie File\n\n#HttpOnly_.a.example\tTRUE\t/x\tTRUE\t1900000000\tsid\tv=1\n";
    assert.deepEqual(parseLoginProfile(text), {
      ok: true,
      cookies: [
        {
          ...{ name: "sid", value: "v=1", domain: "a.example", isHostOnly: false, path: "/x" },
          ...{ isSecure: true, expiresAt: 1_900_000_000_000 },
        },
      ],
    });
  });

  it("What is neither is refused with a reason that quotes nothing", () => {
    for (const text of [
      `{"cookies": "${SECRET}"}`,
      `{${SECRET}`,
      `[{"name": "${SECRET}"}]`,
      SECRET,
    ]) {
      const reading = parseLoginProfile(text);
      assert.ok(!reading.ok && !reading.reason.includes(SECRET));
    }
  });
});
