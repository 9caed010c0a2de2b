/**
 * The secret of the page's session. It is in the storage of this origin and goes out in a header alone: a cookie would be
 * sent to every server of the machine, whatever its port.
 */
const NAME = "dowser-session";

/** Time that other tabs of the page are given to tell a new one the secret, in ms. */
const OTHERS_MS = 300;

let secret = "";

/** Takes the secret from the address, of which it is removed, from this tab or from another one. */
export async function beginSession(): Promise<void> {
  const tabs = new BroadcastChannel(NAME);
  const given = takeFromAddress();
  keep(given ?? sessionStorage.getItem(NAME) ?? (await askOthers(tabs)));
  // A tab that was open when the program was started again has an old secret.
  if (given !== undefined) tabs.postMessage({ secret });
  tabs.addEventListener("message", ({ data }: MessageEvent<{ secret?: string }>) => {
    if (data.secret !== undefined) keep(data.secret);
    else if (secret !== "") tabs.postMessage({ secret });
  });
}

/** Asks the server, with the secret. */
export function fetchSecretly(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, headers: { authorization: `Bearer ${secret}` } });
}

function keep(known: string | undefined): void {
  if (known === undefined) return;
  secret = known;
  sessionStorage.setItem(NAME, known);
}

function takeFromAddress(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get("token") ?? undefined;
  address.searchParams.delete("token");
  if (token !== undefined) history.replaceState(null, "", address);
  return token;
}

/** A tab that was opened by a link has a storage of its own. */
function askOthers(tabs: BroadcastChannel): Promise<string | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), OTHERS_MS);
    tabs.addEventListener("message", ({ data }: MessageEvent<{ secret?: string }>) => {
      if (data.secret !== undefined) resolve(data.secret);
    });
    tabs.postMessage({});
  });
}
