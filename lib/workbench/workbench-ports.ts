import type * as begin from "./begin-schemas.ts";
import type * as corpus from "./corpus-schemas.ts";
import type * as look from "./look-schemas.ts";
import type * as shown from "./schemas.ts";

/** What the routes of the workbench ask of their host. Each method throws a DowserError to refuse. */
export interface WorkbenchPorts {
  describe(): shown.HostAnswer;
  readonly projects: ProjectPorts;
  readonly examples: ExamplePorts;
  readonly search: SearchPorts;
  readonly concepts: ConceptPorts;
  readonly paths: PathPorts;
  readonly crawls: CrawlPorts;
  readonly runs: RunPorts;
  readonly pages: PagePorts;
  readonly looks: LookPorts;
  readonly corpus: CorpusPorts;
  readonly verdicts: VerdictPorts;
}

/** Project files. */
interface ProjectPorts {
  /** Writes a project from answers; its faults are in the answer. */
  propose(answers: begin.Answers): Promise<shown.ProjectAnswer>;
  /** Checks a project file as the command does. */
  check(text: string): Promise<shown.ProjectAnswer>;
  /** Asks a seed once, as the crawl of a project would. */
  askSeed(asked: begin.SeedAsked): Promise<begin.AskedSeed>;
  /** Returns the project file of a run. */
  ofRun(run: string): Promise<shown.ProjectAnswer>;
  /** Returns the project file of a run under a name that is free, to begin another crawl from. */
  again(run: string): Promise<shown.ProjectAnswer>;
}

/** Files that a person has of what is looked for. */
interface ExamplePorts {
  /** Keeps a saved page, or those of a WARC file, beside the projects; tells how a project names them. */
  keep(name: string, bytes: Uint8Array): Promise<begin.ExampleAnswer>;
  /** Reads a list of URLs, and keeps nothing. */
  list(name: string, bytes: Uint8Array): Promise<begin.ListAnswer>;
}

/** Pages that a person searches for, to judge them as examples. */
interface SearchPorts {
  sources(): Promise<begin.Sources>;
  /** Searches a source, or asks the engine of a project. */
  find(asked: begin.SearchAsked): Promise<begin.Found>;
  /** Returns the main text of a page of a source, the words that were searched for marked. */
  text(page: PageAsked & { readonly words: string }): Promise<begin.FoundText>;
  /** Keeps a page of a source, if it must be kept; returns how a project names it. */
  keep(page: PageAsked): Promise<{ entry: string }>;
}

/** Concepts around a topic, of which a person keeps some. */
interface ConceptPorts {
  /** Lists what can be looked in: imported ontologies, and files of the folder. */
  ontologies(): Promise<string[]>;
  /** Lists the concepts around a topic, the strongest relation first. */
  topic(asked: begin.TopicAsked): Promise<begin.ConceptsAnswer>;
  /** Keeps some of them as a concept list that a project can name. */
  keep(chosen: begin.KeepConcepts): Promise<begin.KeptConcepts>;
}

/** Click paths, recorded by going from page to page of a source. */
interface PathPorts {
  /** Lists the links of a page to other pages of its source; of the first page where none is named. */
  links(page: PageAsked): Promise<begin.LinksAnswer>;
  keep(paths: readonly (readonly string[])[]): Promise<{ file: string }>;
}

interface PageAsked {
  readonly source: string;
  readonly url: string;
}

/** Crawls, each in a run of its own. */
interface CrawlPorts {
  list(): Promise<shown.Runs["runs"]>;
  /** Keeps the project file and begins its crawl. */
  begin(run: string, text: string): Promise<shown.Order>;
  crawl(run: string): Promise<shown.RunCrawl>;
  watch(run: string): Promise<shown.Watch>;
  pause(run: string): Promise<shown.Order>;
  /**
   * Goes on with a crawl, with another budget of pages where one is given. A running one of this host
   * takes it up, too.
   */
  resume(run: string, pages: number | undefined): Promise<shown.Order>;
  /** Ends a crawl for good. */
  stop(run: string): Promise<shown.Order>;
}

/** Runs as they lie on the disk; each answers with the name of the run that is then there, or was. */
interface RunPorts {
  figures(run: string): Promise<shown.RunFigures>;
  rename(run: string, to: string): Promise<{ run: string }>;
  /** Copies a run to a name that is free. */
  duplicate(run: string): Promise<{ run: string }>;
  remove(run: string): Promise<{ run: string }>;
}

/** Fetched pages of a run. */
interface PagePorts {
  /** Returns what pages say in short. */
  snippets(run: string, sequences: readonly number[]): Promise<shown.Snippets>;
  table(query: shown.TableQuery): Promise<shown.Table>;
  card(run: string, sequence: number): Promise<shown.Card>;
  queue(query: shown.QueueQuery): Promise<shown.Queue>;
}

/** A run as a whole, and several side by side. */
interface LookPorts {
  site(run: string): Promise<look.Site>;
  /** Compares a run with others by their curves and by the addresses of their pages. */
  compare(query: look.CompareQuery): Promise<look.Compared>;
  /** Compares the texts of the target pages of two runs. */
  overlap(query: look.OverlapQuery): Promise<look.Overlap>;
}

/** Which pages of a run are called relevant. */
interface CorpusPorts {
  figures(query: corpus.CorpusQuery): Promise<corpus.Corpus>;
  /** Keeps a cut for all who read the run. */
  choose(run: string, chosen: corpus.CutChosen): Promise<void>;
  /** Judges all pages by what is known now, if pages or labels came since that was done. */
  look(run: string): Promise<void>;
}

/** What people say of pages: labels teach the crawl, verdicts on the sample measure it. */
interface VerdictPorts {
  tally(run: string): Promise<shown.Tally>;
  label(run: string, given: shown.Verdicts): Promise<shown.Labelled["labels"]>;
  judge(run: string, given: shown.Verdicts): Promise<shown.Labelled["labels"]>;
  /** Draws a sample of a run, of all pages or of those that are called relevant, and returns its number of pages. */
  sample(run: string, of: "pages" | "targets"): Promise<number>;
}
