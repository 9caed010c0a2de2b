/**
 * The secret by which the page asks this program. It is in the storage of this origin, which every tab of the page has and no other port
 * of the machine, and goes out in a header alone: a cookie would be sent to every server here, whatever its port. It is
 * worth nothing when the program has ended, which makes a new one at each start.
 */
const NAME = "dowser token";

/** Where the browser keeps nothing, this tab has it. */
let own: string | undefined;

/** Takes the secret from the address, of which it is removed. */
export function takeSecret(): void {
  const address = new URL(location.href);
  own = address.searchParams.get("token") ?? undefined;
  if (own === undefined) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
  try {
    localStorage.setItem(NAME, own);
  } catch {
    // The page works as long as it is open.
  }
}

/** Asks the server, with the secret: the last one, as the program may have been started again since. */
export function fetchSecretly(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, headers: { authorization: `Bearer ${kept() ?? own ?? ""}` } });
}

function kept(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
