import { lastLabelNotes } from "../../crawl/label-notes.ts";
import { PRICES } from "../../domain/cost/cost.ts";
import type { Json } from "../../domain/json.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { count, counted, dollars, moment, wordOf } from "./figure-text.ts";
import { figures, htmlTable } from "./html-table.ts";
import { foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows the cost of the crawl. */
export function costSection({ cost }: RunReport): Section {
  const parts =
    cost === undefined
      ? []
      : [
          html`<p>$${dollars(cost.total)} at list prices of ${PRICES.region}, ${PRICES.month}, without free tiers; what is kept from month to month is not in it.</p>`,
          htmlTable(
            "Dollars by service",
            [{ title: "service" }, figures("$")],
            Object.entries(cost.services).map(([service, of]) => [service, dollars(of)]),
          ),
        ];
  return { id: "cost", title: "Cost", parts };
}

/** Most trainings that are listed: of more, the first and the last ones. */
const MOST_TRAININGS = 20;

/** Shows which models decided. */
export function modelsSection({ events, request }: RunReport): Section {
  const trainings = events.filter(({ kind }) => kind === "trained");
  const listed =
    trainings.length <= MOST_TRAININGS
      ? trainings
      : [...trainings.slice(0, 1), ...trainings.slice(1 - MOST_TRAININGS)];
  const left = trainings.length - listed.length;
  const last = wordOf(trainings.at(-1)?.detail["model"]);
  const named = last === "" ? "" : html` The last is <code>${last}</code>.`;
  const leftOut = left > 0 ? ` ${count(left)} earlier versions are not shown.` : "";
  const says = html`<p>Strategy ${request.strategy}; ${counted(trainings.length, "version of its model was", "versions of its model were")} trained. A version is named by the hash of its content, and signs every decision in the corpus.${named}${leftOut}</p>`;
  const notes = lastLabelNotes(events).map((note) => html`<p>${foreign(note)}</p>`);
  const parts = trainings.length === 0 ? [] : [says, ...notes, trainingTable(listed)];
  return { id: "models", title: "Models", parts };
}

function trainingTable(trainings: readonly RunEvent[]): Markup {
  return htmlTable(
    "Model versions",
    [{ title: "trained" }, figures("on pages"), figures("links rescored"), { title: "model" }],
    trainings.map(({ at, detail: { pages, rescored, model, phase } }) => [
      moment(at),
      figureOf(pages),
      figureOf(rescored),
      html`<code>${shortHash(wordOf(model))}</code> ${foreign(wordOf(phase))}`,
    ]),
  );
}

/** Shortens a hash to enough digits to distinguish the models of a run. */
function shortHash(hash: string): string {
  return `${hash.slice(hash.indexOf(":") + 1).slice(0, 12)}…`;
}

function figureOf(value: unknown): string {
  return typeof value === "number" ? count(value) : "–";
}

/** Shows the request of the crawl, word for word. */
export function projectSection({ request }: RunReport): Section {
  return {
    id: "project",
    title: "Project file",
    parts: [
      html`<p>As it was read, defaults filled in.</p><pre tabindex="0" aria-label="Project file">${compactJson(request.project)}</pre>`,
    ],
  };
}

/** Writes JSON by lines, with each list of plain values on one line. */
function compactJson(value: Json): string {
  // A line break occurs between values only: within a string it is written as two letters.
  return JSON.stringify(value, undefined, 2).replaceAll(
    /\[\n\s+([^[\]{}]*?)\n\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\n\s+/g, " ")}]`,
  );
}
