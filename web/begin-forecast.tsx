import type { ProjectAnswer } from "../lib/workbench/schemas.ts";
import { count, roughly } from "./words.ts";

type Known = NonNullable<ProjectAnswer["forecast"]>;
type Expected = NonNullable<Known["here"]>;

/** What the budget means: pages, time and money, before anything is fetched. */
export function Forecast({ forecast }: { readonly forecast: ProjectAnswer["forecast"] }) {
  if (forecast === null) return null;
  const { here, stack, hosts, stays } = forecast;
  if (here === null && stack === null) return null;
  const said = hosts === 1 ? "1 host" : `${count(hosts)} hosts`;
  return (
    <div role="group" aria-label="Forecast">
      <dl class="forecast">
        {here !== null && (
          <>
            <dt>Here</dt>
            <dd>{inWords(here)}</dd>
          </>
        )}
        {stack !== null && (
          <>
            <dt>In a stack</dt>
            <dd>{inWords(stack)}</dd>
          </>
        )}
      </dl>
      <p class="hint">
        If all pages are on the {said} where it begins
        {stays ? "" : "; with more hosts it ends sooner"}. Assumed: half a second an answer, list
        prices of AWS.
      </p>
    </div>
  );
}

function inWords({ pages, hours, dollars, bound }: Expected): string {
  const cost = dollars === 0 ? "no cost" : `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
  const end = bound === "pages" ? "" : `: the ${bound} end it before its pages do`;
  const said = pages === 1 ? "1 page" : `${count(pages)} pages`;
  return `${said}, ${roughly(hours)}, ${cost}${end}`;
}
