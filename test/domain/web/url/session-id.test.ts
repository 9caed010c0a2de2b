import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSessionPair, withoutPathSession } from "../../../../lib/domain/frontier/traps.ts";

describe("isSessionPair", () => {
  for (const pair of [
    "PHPSESSID=abc",
    "jsessionid=1",
    "ASPSESSIONIDQQGGGABC=KJH",
    "sid=0123456789abcdef0123456789abcdef",
    "s=d41d8cd98f00b204e9800998ecf8427e",
    "CFTOKEN=42",
    "session_id=d41d8cd98f00b204e9800998ecf8427e",
    "sessionId=1234567890123456",
    "sess_id=a8f5f167f44f",
  ]) {
    it(`isSessionPair accepts ${pair} as a session id`, () => {
      assert.equal(isSessionPair(pair), true);
    });
  }

  for (const pair of [
    "sid=4711",
    "sid=1234567890123456",
    "s=photosynthesisandrespiration",
    "id=0123456789abcdef0123456789abcdef",
    "session=2024-spring-term-01",
    "session_id=40",
    "sessionId=100",
    "session_id=2024-spring",
    "sessionid=opening",
    "phpsessid=",
    "sid",
    "=x",
    "",
  ]) {
    it(`isSessionPair rejects ${JSON.stringify(pair)}`, () => {
      assert.equal(isSessionPair(pair), false);
    });
  }
});

describe("withoutPathSession", () => {
  for (const [path, expected] of [
    ["/a/b.do;jsessionid=0AF3.node1", "/a/b.do"],
    ["/a;JSESSIONID=1/b", "/a/b"],
    ["/(S(abcdefghijklmnopqrstuvwx))/page.aspx", "/page.aspx"],
    ["/a;v=1/b", "/a;v=1/b"],
    ["/wiki/Oak_(tree)", "/wiki/Oak_(tree)"],
  ] as const) {
    it(`withoutPathSession writes ${path} as ${expected}`, () => {
      assert.equal(withoutPathSession(path), expected);
    });
  }
});
