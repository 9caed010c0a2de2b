import type {
  Answers,
  AskedSeed,
  ConceptsAnswer,
  ExampleAnswer,
  Found,
  FoundText,
  KeepConcepts,
  KeptConcepts,
  LinksAnswer,
  ListAnswer,
  SearchAsked,
  SeedAsked,
  Sources,
  TopicAsked,
} from "../lib/workbench/begin-schemas.ts";
import type { Corpus, CutChosen } from "../lib/workbench/corpus-schemas.ts";
import type { Compared, Overlap, Site } from "../lib/workbench/look-schemas.ts";
import type {
  Card,
  Fault,
  HostAnswer,
  Labelled,
  Order,
  ProjectAnswer,
  Queue,
  RunFigures,
  Runs,
  Snippets,
  Table,
  Tally,
  Verdicts,
  Watch,
} from "../lib/workbench/schemas.ts";

import { fetchSecretly } from "./secret.ts";

/** A refusal of the host, with what to do about it. */
export class Refusal extends Error {
  readonly fault: Fault;
  readonly status: number;

  constructor(fault: Fault, status: number) {
    super(fault.message);
    this.fault = fault;
    this.status = status;
  }
}

/** Answers to a request that may be taken later: with a token, or when the host, or its stack, is well again. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429]);

/** Returns whether the same request may be taken later; one without an answer may. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof Refusal) || PASSING.has(error.status) || error.status >= 500;
}

/** The host did not answer. */
const NO_ANSWER: Fault = {
  code: "no-answer",
  message: "Dowser does not answer.",
  hint: "Is dowser ui still running in the terminal? What you typed is kept here; try again when it runs.",
};

/** Tells any failure in the form of a refusal. */
export function faultOf(error: unknown): Fault {
  return error instanceof Refusal ? error.fault : NO_ANSWER;
}

async function ask<Answer>(method: string, path: string, body?: BodyInit): Promise<Answer> {
  const init = body === undefined ? { method } : { method, body };
  const response = await fetchSecretly(`/api${path}`, init);
  const text = await response.text();
  if (response.ok) {
    const answer: Answer = JSON.parse(text);
    return answer;
  }
  throw new Refusal(refusalIn(text, response.status), response.status);
}

function refusalIn(text: string, status: number): Fault {
  if (status === 401)
    return {
      code: "no-token",
      message: "Dowser does not know this browser.",
      hint: "Open the whole address that dowser ui printed in the terminal.",
    };
  try {
    const fault: Fault = JSON.parse(text);
    return fault;
  } catch {
    return { code: String(status), message: text, hint: "Reload the page." };
  }
}

const get = <Answer>(path: string) => ask<Answer>("GET", path);
const of = (run: string, path: string) => `/runs/${encodeURIComponent(run)}${path}`;

/** The API of the host. */
export const api = {
  host: () => get<HostAnswer>("/host"),
  runs: () => get<Runs>("/runs"),
  propose: (answers: Answers) =>
    ask<ProjectAnswer>("POST", "/projects/propose", JSON.stringify(answers)),
  check: (text: string) => ask<ProjectAnswer>("POST", "/projects/check", text),
  askSeed: (asked: SeedAsked) => ask<AskedSeed>("POST", "/seeds", JSON.stringify(asked)),
  keepExample: (name: string, file: Blob) =>
    ask<ExampleAnswer>("PUT", `/examples/${encodeURIComponent(name)}`, file),
  readList: (name: string, file: Blob) =>
    ask<ListAnswer>("POST", `/lists/${encodeURIComponent(name)}`, file),
  sources: () => get<{ sources: Sources }>("/search"),
  search: (asked: SearchAsked) => ask<Found>("POST", "/search", JSON.stringify(asked)),
  foundText: ({ source, url, words }: Readonly<Record<"source" | "url" | "words", string>>) =>
    get<{ text: FoundText }>(`/search/page?${new URLSearchParams({ source, url, words })}`),
  keepFound: (page: { source: string; url: string }) =>
    ask<{ entry: string }>("POST", "/search/page", JSON.stringify(page)),
  ontologies: () => get<{ ontologies: string[] }>("/ontologies"),
  lookUp: (asked: TopicAsked) =>
    ask<ConceptsAnswer>("POST", "/ontologies/topic", JSON.stringify(asked)),
  keepConcepts: (chosen: KeepConcepts) =>
    ask<KeptConcepts>("POST", "/ontologies/concepts", JSON.stringify(chosen)),
  links: (page: { source: string; url: string }) =>
    get<LinksAnswer>(`/search/links?${new URLSearchParams(page)}`),
  keepPaths: (paths: readonly (readonly string[])[]) =>
    ask<{ file: string }>("POST", "/paths", JSON.stringify({ paths })),
  project: (run: string) => get<ProjectAnswer>(of(run, "/project")),
  again: (run: string) => get<ProjectAnswer>(of(run, "/again")),
  begin: (run: string, text: string) => ask<Order>("PUT", of(run, "/crawl"), text),
  watch: (run: string) => get<Watch>(of(run, "/watch")),
  pause: (run: string) => ask<Order>("POST", of(run, "/crawl/pause")),
  resume: (run: string, pages: number | undefined) =>
    ask<Order>(
      "POST",
      of(run, "/crawl/resume"),
      JSON.stringify(pages === undefined ? {} : { pages }),
    ),
  stop: (run: string) => ask<Order>("POST", of(run, "/crawl/stop")),
  table: (run: string, query: Readonly<Record<string, string>>) =>
    get<Table>(of(run, `/pages?${new URLSearchParams(query)}`)),
  site: (run: string) => get<Site>(of(run, "/site")),
  compare: (run: string, others: readonly string[]) =>
    get<Compared>(of(run, `/compare?${new URLSearchParams({ others: others.join(",") })}`)),
  overlap: (run: string, other: string) =>
    get<Overlap>(of(run, `/overlap?${new URLSearchParams({ other })}`)),
  figures: (run: string) => get<RunFigures>(of(run, "/figures")),
  rename: (run: string, to: string) =>
    ask<{ run: string }>("POST", of(run, "/rename"), JSON.stringify({ to })),
  duplicate: (run: string) => ask<{ run: string }>("POST", of(run, "/duplicate")),
  remove: (run: string) => ask<{ run: string }>("POST", of(run, "/delete")),
  snippets: (run: string, sequences: readonly number[]) =>
    get<Snippets>(of(run, `/snippets?${new URLSearchParams({ sequences: sequences.join(",") })}`)),
  card: (run: string, sequence: number) => get<Card>(of(run, `/pages/${sequence}`)),
  queue: (run: string, query: Readonly<Record<string, string>>) =>
    get<Queue>(of(run, `/queue?${new URLSearchParams(query)}`)),
  tally: (run: string) => get<Tally>(of(run, "/verdicts")),
  keepVerdicts: (run: string, kind: "labels" | "verdicts", labels: Verdicts) =>
    ask<Labelled>("POST", of(run, `/${kind}`), JSON.stringify({ labels })),
  drawSample: (run: string, frame: "pages" | "targets") =>
    ask<{ pages: number }>("POST", of(run, `/sample?of=${frame}`)),
  corpus: (run: string, at: number | undefined) =>
    get<Corpus>(of(run, `/corpus${at === undefined ? "" : `?at=${at}`}`)),
  chooseCut: (run: string, chosen: CutChosen) =>
    ask<object>("PUT", of(run, "/cut"), JSON.stringify(chosen)),
  look: (run: string) => ask<object>("POST", of(run, "/look")),
};

/** Returns the address of a file of a run, as programs with the token ask for it. */
export function addressOf(run: string, path: string): string {
  return `/api${of(run, path)}`;
}

/** Returns an address at which the browser itself can ask for a file of a run, once. */
export async function addressOnce(run: string, path: string): Promise<string> {
  const { address } = await ask<{ address: string }>("POST", "/once", addressOf(run, path));
  return address;
}

/** Calls back with each figure of a run that the host sends, until it ends or `signal` aborts. */
export async function followRun(
  run: string,
  signal: AbortSignal,
  onWatch: (watch: Watch) => void,
): Promise<void> {
  const { body, ok } = await fetchSecretly(addressOf(run, "/events"), { signal });
  if (!ok || body === null) return;
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = `${rest}${value}`.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events)
      if (event.startsWith("data: ")) onWatch(JSON.parse(event.slice("data: ".length)));
  }
}
