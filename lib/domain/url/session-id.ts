/** Parameters that hold only a session id. */
const SESSION_NAME =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|zenid|oscsid|xtcsid|sessionid|session_id|sess_id)$/;

/** Parameters that may hold a session id (phpBB's `sid`) or a story's number. */
const DOUBTFUL_NAME = /^(?:s|sid|sess|session|phpsid)$/;

/** A value that looks random: at least 16 letters and digits, including both. */
const TOKEN = /^(?=[^\d]{0,64}\d)(?=\d{0,64}[a-z])[a-z\d]{16,128}$/i;

/** `;jsessionid=…` of Java servlets, and `/(S(…))` of ASP.NET. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;?]*|\/\(S\([a-z\d]{24}\)\)/gi;

/** Returns a path without its session ids; the same string if it has no session id. */
export function withoutPathSession(path: string): string {
  return path.includes(";") || path.includes("/(") ? path.replace(PATH_SESSION, "") : path;
}

/** Returns whether a query's `name=value` is a session id. */
export function isSessionPair(pair: string): boolean {
  const equals = pair.indexOf("=");
  if (equals <= 0) return false;
  const name = pair.slice(0, equals).toLowerCase();
  if (SESSION_NAME.test(name)) return equals + 1 < pair.length;
  return DOUBTFUL_NAME.test(name) && TOKEN.test(pair.slice(equals + 1));
}
