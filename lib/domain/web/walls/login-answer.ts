import type { Url } from "../url/url.ts";
import { linkIntent } from "../url/url-words.ts";

/** Separates the names in a path and a query. */
const SEPARATOR = /[/?&=;:.]/;

/** Segments of the paths by which services of single sign-on ask who somebody is (SAML, OAuth, OpenID). */
const SIGN_ON: ReadonlySet<string> = new Set(
  "sso saml saml2 shibboleth adfs openid openid-connect oauth oauth2 authorize authenticate auth".split(
    " ",
  ),
);

/** Names by which software and its translations call the end of a session. */
const LOGOUT: ReadonlySet<string> = new Set(
  (
    "logout log-out log_out logoff log-off signout sign-out sign_out signoff sign-off userlogout " +
    "dologout abmelden ausloggen deconnexion cerrar-sesion cerrarsesion uitloggen afmelden wyloguj " +
    "logga-ut odhlasit"
  ).split(" "),
);

/**
 * Returns whether a redirect of `url` asks for a login: its target is called so, belongs to single
 * sign-on, or carries the URL that was asked for, to come back to it.
 */
export function isLoginRedirect(url: Url, location: Url): boolean {
  const intent = linkIntent(location, url);
  if (intent === "login" || intent === "share") return true;
  const { pathname } = new URL(location);
  return namesIn(pathname).some((name) => SIGN_ON.has(name));
}

/** Returns whether a URL is that of a login itself, which shows its form to everybody. */
export function isLoginPage(url: Url): boolean {
  return linkIntent(url, url) === "login";
}

/** Returns whether to ask for a URL ends a session, by the names in its path and query. */
export function isLogout(url: Url): boolean {
  const { pathname, search } = new URL(url);
  return namesIn(pathname + search).some((name) => LOGOUT.has(name));
}

function namesIn(text: string): string[] {
  return text.toLowerCase().split(SEPARATOR);
}
