import type { FetchedPage, FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";
import { aUrl } from "./a-url.ts";

/**
 * A scripted web's answer for a URL: HTML, an outcome, or outcomes in turn (the last one stays).
 */
export type Script = string | FetchOutcome | readonly FetchOutcome[];

/** A page as the web gives it. */
export function aFetchedPage(
  url: Url,
  html: string,
  parts: Partial<FetchedPage> = {},
): FetchedPage {
  return {
    kind: "page",
    url,
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: new TextEncoder().encode(html),
    mediaType: "text/html",
    charset: "utf-8",
    truncated: false,
    ...parts,
  };
}

/** HTML with links, and words to judge it by. */
export function linking(...hrefs: readonly string[]): string {
  return `<title>t</title>${hrefs.map((href) => `<p><a href="${href}">${href}</a></p>`).join("")}`;
}

/** A web that answers from a script and notes what it was asked. */
export function scriptedWeb(
  script: Readonly<Record<string, Script>>,
): Web & { readonly asked: Url[] } {
  const asked: Url[] = [];
  const turns = new Map<string, number>();
  const answers = new Map(Object.entries(script).map(([url, answer]) => [aUrl(url), answer]));
  return {
    asked,
    identify: (url) => url,
    async fetch(url) {
      asked.push(url);
      const answer = answers.get(url);
      if (answer === undefined) return { kind: "not-recorded" };
      if (typeof answer === "string") return aFetchedPage(url, answer);
      if ("kind" in answer) return answer;
      const turn = turns.get(url) ?? 0;
      turns.set(url, turn + 1);
      const outcome = answer[Math.min(turn, answer.length - 1)];
      return outcome ?? { kind: "not-recorded" };
    },
  };
}
