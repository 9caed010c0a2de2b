import type { ProjectAnswer } from "../lib/workbench/schemas.ts";
import { FieldFault, type StepProps, tied } from "./begin-steps.tsx";
import { count, roughly } from "./words.ts";

type NumberField = "pages" | "hours" | "dollars" | "minDelaySeconds";

/** How much, and who asks; the rest is folded. */
export function GoFields({ draft, project, web, faults, onChange }: StepProps) {
  const field = (key: NumberField, name: string, hint: string) => (
    <label>
      {name}
      <input
        {...tied(faults, key)}
        inputMode="decimal"
        value={draft[key]}
        placeholder={hint}
        onInput={(event) => onChange({ [key]: event.currentTarget.value.trim() })}
      />
      <FieldFault faults={faults} field={key} />
    </label>
  );
  return (
    <>
      <div class="row limits">{field("pages", "Pages at most", "1000")}</div>
      <Forecast forecast={project?.forecast ?? null} />
      <label class="contact">
        How site owners can reach you {web === "live" && <strong class="needed">needed</strong>}
        <input
          {...tied(faults, "contact")}
          type="text"
          autocomplete="email"
          value={draft.contact}
          placeholder="you@example.org"
          required={web === "live"}
          onInput={(event) => onChange({ contact: event.currentTarget.value.trim() })}
        />
        <FieldFault faults={faults} field="contact" />
        <small>
          An e-mail address or a web page. It goes with every request, so that whoever runs a site
          can write to you instead of shutting you out.
        </small>
      </label>
      <details>
        <summary>Name, time, money and pace</summary>
        <div class="row">
          <label>
            Name of the crawl
            <input
              {...tied(faults, "name")}
              value={draft.name}
              placeholder="from the words"
              onInput={(event) => onChange({ name: event.currentTarget.value.trim() })}
            />
            <FieldFault faults={faults} field="name" />
          </label>
          {field("minDelaySeconds", "Seconds between requests to a host", "1")}
          {field("hours", "Hours at most", "no limit")}
          {field("dollars", "Dollars at most", "no limit")}
        </div>
        <p class="hint">
          Languages, copies, rendering, sessions and an assessor are keys of the project file.
        </p>
      </details>
    </>
  );
}

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
