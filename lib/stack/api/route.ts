/** Operations of an API: their schemas, and what answers them. */
import type { z } from "zod";
import type { Json } from "../../domain/json.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { ActivityState } from "../../ports/activity-state.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { ListedCrawl, PageListing } from "../../ports/page-listing.ts";
import type { Activity } from "../../ports/scheduler.ts";
import type { GivenSecret } from "../../project/given-secrets.ts";
import type { NeedSource } from "../../project/read-need.ts";

/** The parts of a request that a route receives. */
interface Call<Parameters, Ports> {
  readonly parameters: Parameters;
  readonly body: Uint8Array;
  readonly ports: Ports;
}

/** The body that a route reads. */
interface RouteBody {
  readonly description: string;
  /** Its forms, by media type. */
  readonly content: Readonly<Record<string, BodyForm>>;
}

/** A form of a body. */
export interface BodyForm {
  /** File with the JSON Schema, beside the description of the API. */
  readonly schemaFile?: string;
  /** Its schema, which has an id. */
  readonly schema?: z.ZodType;
  /** By their names. */
  readonly examples?: Readonly<Record<string, Json>>;
}

/** One operation of the API, in words and schemas. */
interface Description<Parameters, Answer> {
  readonly method: "GET" | "PATCH" | "POST" | "PUT";
  /** Path with parameters in braces; all other parameters are in the query. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly parameters: Parameters;
  /** Absent when the route reads no body. */
  readonly body?: RouteBody;
  readonly status: number;
  readonly answer: Answer;
}

/** One operation of the API, over what it uses of its host. */
export interface Route<Ports> extends Description<z.ZodObject, z.ZodType> {
  /**
   * Answers a call with parameters as they were sent.
   * @throws DowserError `bad-parameters`
   */
  run(call: Call<Readonly<Record<string, string>>, Ports>): Promise<unknown>;
}

/** The parts of a route that answer requests. */
export type Served<Ports> = Pick<Route<Ports>, "method" | "path" | "status" | "run">;

/** Creates a route that receives the parameters parsed by one schema, and answers by the other. */
export function route<Ports, Parameters extends z.ZodObject, Answer extends z.ZodType>({
  run,
  ...description
}: Description<Parameters, Answer> & {
  readonly run: (call: Call<z.output<Parameters>, Ports>) => Promise<z.output<Answer>>;
}): Route<Ports> {
  return { ...description, run: byParameters(description, run) };
}

/** Returns what answers a call by its parameters, parsed by the schema of a path. */
export function byParameters<Ports, Parameters extends z.ZodObject>(
  { path, parameters }: Pick<Description<Parameters, unknown>, "path" | "parameters">,
  run: (call: Call<z.output<Parameters>, Ports>) => Promise<unknown>,
): Route<Ports>["run"] {
  return async (call) => {
    const parsed = parameters.safeParse(call.parameters);
    if (!parsed.success) throw badParameters(path, parsed.error);
    return run({ ...call, parameters: parsed.data });
  };
}

/**
 * Reads a body of JSON by the schema of a path.
 * @throws DowserError `bad-parameters`
 */
export function bodyOf<Schema extends z.ZodType>(
  text: string,
  { path, schema }: { readonly path: string; readonly schema: Schema },
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail("bad-parameters", { path, problems: "it is no JSON", value: text.slice(0, 200) });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badParameters(path, parsed.error);
}

/** Makes the error of parameters, or of a body, that have another form than a path takes. */
export function badParameters(
  path: string,
  { issues }: { readonly issues: readonly z.core.$ZodIssue[] },
): DowserError {
  const said = issues.map(({ path: at, message }) =>
    [at.join("."), message].filter((words) => words !== "").join(": "),
  );
  return fail("bad-parameters", { path, problems: said.join("; "), value: said });
}

/** A request that stores an object. */
export interface PresignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything outside that the API uses. */
export interface ApiPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: BlobStore;
  readonly labels: LabelStore;
  /** Name of the project that it was deployed for. */
  readonly project: string;
  /** Whether its harvesters may ask servers of their own machine. */
  readonly reachesLoopback: boolean;
  /** Memory of its harvesters, in MB. */
  readonly harvesterMb: number;
  /** Hash of the handler of pages that it was deployed with; absent without one. */
  readonly handler?: string | undefined;
  /** Secrets that it was deployed with. */
  readonly secrets: ReadonlySet<GivenSecret["name"]>;
  readonly listingOf: (crawl: ListedCrawl) => Pick<PageListing, "select">;
  readonly activity: Activity;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Returns the live state of rules, mapping and queues. */
  activityState(): Promise<ActivityState>;
  /**
   * Returns a URL under which anybody who has it may download the object for some minutes, as a text
   * file that no browser runs.
   */
  presign(key: string): Promise<string>;
  /**
   * Returns a URL under which anybody who has it may download a part of an export, or a report, for some
   * minutes.
   */
  presignMade(key: string): Promise<string>;
  /**
   * Returns a request by which anybody who has it may store one object for some minutes: of so many bytes with this digest, in hex. All its
   * headers must be sent.
   */
  presignPut(key: string, content: { bytes: number; sha256: string }): Promise<PresignedPut>;
  /** Opens the file of an ontology. */
  openOntology: NeedSource["openOntology"];
  /** Calls the planner, whether its rule is enabled or not; does not wait for it. */
  callPlanner(): Promise<void>;
  /** Starts the trainer, which makes exports and reports, too; does not wait for it. */
  callTrainer(): Promise<void>;
}
