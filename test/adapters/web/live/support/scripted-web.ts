import type { FetchOutcome } from "../../../../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../../../../lib/domain/web/url/url.ts";
import type { Web } from "../../../../../lib/ports/web.ts";

/** A web that answers from a script and remembers what it was asked. */
export interface ScriptedWeb extends Web {
  readonly asked: Url[];
}

/** Answers `script[url]`, 404 where there is none; a list is answered in turn, its last one for good. */
export function scriptedWeb(
  script: Readonly<Record<string, FetchOutcome | readonly FetchOutcome[]>>,
): ScriptedWeb {
  const asked: Url[] = [];
  const times = new Map<Url, number>();
  return {
    asked,
    identify: (url) => url,
    async fetch(url) {
      const time = times.get(url) ?? 0;
      times.set(url, time + 1);
      asked.push(url);
      const answer = script[url];
      if (answer === undefined) return { kind: "gone", status: 404 };
      if (!isList(answer)) return answer;
      return answer[Math.min(time, answer.length - 1)] ?? { kind: "gone", status: 404 };
    },
  };
}

function isList(answer: FetchOutcome | readonly FetchOutcome[]): answer is readonly FetchOutcome[] {
  return Array.isArray(answer);
}
