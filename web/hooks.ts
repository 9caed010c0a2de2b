import { useEffect, useRef, useState } from "preact/hooks";
import type { Fault, Watch } from "../lib/workbench/schemas.ts";
import { api, faultOf, followRun } from "./api.ts";

/** What was asked for: not there yet, there, or refused. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly fault: Fault | undefined;
  /** Asks again; the old value stays until the new one is there. */
  readonly reload: () => void;
}

/** Loads something again whenever its key changes. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ key: string; value?: Value; fault?: Fault }>({ key });
  const [again, setAgain] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ key, value }),
      (error: unknown) => isCurrent && setState({ key, fault: faultOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, again]);
  const reload = () => setAgain((times) => times + 1);
  return { value: state.value, fault: state.key === key ? state.fault : undefined, reload };
}

/** Holds the value of the newest view, for what began in an earlier one. */
export function useNewest<Value>(value: Value): { readonly current: Value } {
  const newest = useRef(value);
  newest.current = value;
  return newest;
}

/** Turns of a search: what answers an earlier one is late, and is not taken. */
export function useTurns() {
  const turn = useRef(0);
  return {
    begin: () => {
      turn.current += 1;
    },
    number: () => turn.current,
    latest: <Value>(take: (value: Value) => void) => {
      const own = turn.current;
      return (value: Value) => {
        if (own === turn.current) take(value);
      };
    },
  };
}

/** Time between two questions where the host cannot hold a connection, in ms. */
const POLL_MS = 2_000;

/** Follows a crawl: by events of the server, or by asking again and again where these fail. */
export function useLive(run: string): Omit<Loaded<Watch>, "reload"> {
  const [state, setState] = useState<{ run: string; value?: Watch; fault?: Fault }>({ run });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const poll = () => {
      api.watch(run).then(
        (value) => isCurrent && setState({ run, value }),
        (error: unknown) =>
          isCurrent && setState((before) => ({ ...before, run, fault: faultOf(error) })),
      );
      timer = setTimeout(poll, POLL_MS);
    };
    let events = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      events.abort();
    };
    const follow = () => {
      stop();
      // A tab that nobody sees costs the crawl nothing.
      if (document.hidden) return;
      poll();
      events = new AbortController();
      const { signal } = events;
      const again = () => {
        if (signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(follow, POLL_MS);
      };
      followRun(run, signal, (value) => {
        clearTimeout(timer);
        setState({ run, value });
      }).then(again, again);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      isCurrent = false;
      document.removeEventListener("visibilitychange", follow);
      stop();
    };
  }, [run]);
  return state.run === run
    ? { value: state.value, fault: state.fault }
    : { value: undefined, fault: undefined };
}

/** State that outlives a reload of the page, by a name. */
export function useKept<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => kept(name, first));
  const keep = (next: Value) => {
    setValue(next);
    writeKept(name, next);
  };
  return [value, keep];
}

/** Keeps a value under a name, for {@link useKept} to find it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without room, or where the browser keeps nothing, the page still works.
  }
}

/** Reads what was kept under a name; `first` where nothing was. */
export function kept<Value>(name: string, first: Value): Value {
  try {
    const text = localStorage.getItem(name);
    return text === null ? first : JSON.parse(text);
  } catch {
    return first;
  }
}

/** Calls the action of a key, unless the reader is typing, or holds a modifier. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useNewest(actions);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.repeat) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog"))
        return;
      const action = current.current[key.toLowerCase()];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Asks again when the reader comes back to this tab: another one may have changed what is shown. */
export function useReturn(reload: () => void): void {
  const current = useNewest(reload);
  useEffect(() => {
    const ask = () => current.current();
    addEventListener("focus", ask);
    return () => removeEventListener("focus", ask);
  }, []);
}

/** Returns a value when it has not changed for some time. */
export function useLater<Value>(value: Value, ms: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
