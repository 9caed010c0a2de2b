import { DowserError, fail } from "../../errors.ts";
import type { ApiPorts, Served } from "./route.ts";
import { ROUTES } from "./routes.ts";

/** A request that is already authorized. */
export interface ApiRequest {
  readonly method: string;
  /** Whether its token permits more than reading; a host that knows one kind of user says nothing. */
  readonly mayChange?: boolean;
  /** Encoded or decoded; without query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The answer: `body` is sent as JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Status by error code, for errors that are not faults in the text of the request. */
const STATUSES: Readonly<Record<string, number>> = {
  "no-crawl": 404,
  "token-reads-only": 403,
  "frontier-not-told": 404,
  "no-export": 404,
  "no-report": 404,
  "no-forget": 404,
  "no-run": 404,
  "no-such-page": 404,
  "page-without-html": 404,
  "no-such-route": 404,
  "method-not-allowed": 405,
  "crawl-active": 409,
  "run-exists": 409,
  "crawl-not-active": 409,
  "export-under-way": 409,
  "report-under-way": 409,
  "export-too-large": 413,
  "report-too-large": 413,
  "forget-too-large": 413,
  "forget-needs-rest": 409,
  "forget-under-way": 409,
  "run-damaged": 409,
  "plan-too-large": 413,
  "files-too-large": 413,
  // The workbench of a stack passes it on: the same request is taken with the token renewed.
  "stack-token-refused": 503,
};

/** Answers one request to a stack; throws errors that are not a {@link DowserError}. */
export function serveApi(request: ApiRequest, ports: ApiPorts): Promise<ApiResponse> {
  return serveRoutes(request, ROUTES, ports);
}

/**
 * Answers one request by the routes of a host; throws errors that are not a {@link DowserError}, as `told` turns them
 * into others.
 */
export async function serveRoutes<Ports>(
  request: ApiRequest,
  routes: readonly Served<Ports>[],
  ports: Ports,
  told: (error: unknown) => unknown = (error) => error,
): Promise<ApiResponse> {
  try {
    const { route, named } = findRoute(request, routes);
    if (request.mayChange === false && route.method !== "GET") throw fail("token-reads-only");
    const parameters = { ...request.query, ...named };
    const body = await route.run({ parameters, body: request.body, ports });
    return { status: route.status, body };
  } catch (raised) {
    const error = told(raised);
    if (!(error instanceof DowserError)) throw error;
    const { code, message, hint } = error;
    return { status: statusOf(error), body: { code, message, hint } };
  }
}

function statusOf({ code, reaction }: DowserError): number {
  const status = STATUSES[code];
  if (status !== undefined) return status;
  if (reaction === "fix-config") return 400;
  return reaction === "retry" ? 503 : 500;
}

function findRoute<Ports>(
  { method, path }: ApiRequest,
  routes: readonly Served<Ports>[],
): {
  readonly route: Served<Ports>;
  readonly named: Readonly<Record<string, string>>;
} {
  const fitting = routes.flatMap((route) => {
    const named = matchPath(route.path, path);
    return named === undefined ? [] : [{ route, named }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  const methods = fitting.map(({ route }) => route.method);
  throw methods.length === 0
    ? fail("no-such-route", { path })
    : fail("method-not-allowed", { method, methods: methods.join(" or ") });
}

/** Returns the path's parameters by name; `undefined` when the path does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const named: Record<string, string> = {};
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  for (const [index, word] of wanted.entries()) {
    const value = given[index] ?? "";
    if (word.startsWith("{")) named[word.slice(1, -1)] = value;
    else if (word !== value) return undefined;
  }
  return named;
}
