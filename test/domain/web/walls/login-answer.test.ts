import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isLoginRedirect, isLogout } from "../../../../lib/domain/web/walls/login-answer.ts";
import { aUrl } from "../../../support/a-url.ts";

const ASKED = aUrl("https://forum.example/topic/7?page=2");

describe("redirects that ask for a login", () => {
  it("A redirect to a page called login, to single sign-on, or to what carries the URL asked for is one", () => {
    for (const location of [
      "https://forum.example/login",
      "https://forum.example/wp-login.php?redirect_to=%2F",
      "https://forum.example/users/anmelden",
      "https://forum.example/welcome?next=%2Ftopic%2F7%3Fpage%3D2",
      "https://id.example/gate?return=https%3A%2F%2Fforum.example%2Ftopic%2F7",
      "https://id.example/idp/profile/SAML2/Redirect/SSO?SAMLRequest=abc",
      "https://id.example/realms/x/protocol/openid-connect/auth?client_id=1",
    ])
      assert.ok(isLoginRedirect(ASKED, aUrl(location)), location);
  });

  it("A redirect to another page of the site, or to its other scheme, is none", () => {
    for (const location of [
      "http://forum.example/topic/7?page=2",
      "https://www.forum.example/topic/7?page=2",
      "https://forum.example/topic/7-title",
      "https://forum.example/sessions/2026",
      "https://forum.example/authors/12",
    ])
      assert.ok(!isLoginRedirect(ASKED, aUrl(location)), location);
  });
});

describe("links that end a session", () => {
  it("A URL with a name for logout as a segment, a parameter or a value is one", () => {
    for (const url of [
      "https://a.example/logout",
      "https://a.example/logout.php?token=1",
      "https://a.example/wp-login.php?action=logout&_wpnonce=1",
      "https://a.example/ucp.php?mode=logout&sid=0",
      "https://a.example/wiki/Special:UserLogout",
      "https://a.example/account/sign-out/",
      "https://a.example/abmelden",
    ])
      assert.ok(isLogout(aUrl(url)), url);
  });

  it("A page about logging out is none", () => {
    for (const url of ["https://a.example/how-to-logout", "https://a.example/t/logout-fails/12"])
      assert.ok(!isLogout(aUrl(url)), url);
  });
});
