import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createChance } from "../../../demo/random.ts";

/** The services whose requests fail. */
export type Service = "s3" | "sqs" | "dynamodb" | "events" | "lambda";

/** Share of the requests of a service that fail; where there are few, many of them. */
const SHARES: Readonly<Record<Service, number>> = {
  s3: 0.04,
  sqs: 0.04,
  dynamodb: 0.04,
  events: 0.1,
  lambda: 0.1,
};

/** How requests fail; after a lost answer the service has done what it was asked for. */
const KINDS = ["throttled", "error", "unavailable", "reset", "lost-answer"] as const;

/** The code of a throttled request, as each service names it, and its status. */
const THROTTLED: Readonly<Record<Service, readonly [string, number]>> = {
  s3: ["SlowDown", 503],
  sqs: ["RequestThrottled", 400],
  dynamodb: ["ProvisionedThroughputExceededException", 400],
  events: ["ThrottlingException", 400],
  lambda: ["TooManyRequestsException", 429],
};

/** An endpoint of AWS that fails from time to time. */
export interface FaultyEndpoint {
  readonly url: string;
  /** Number of failures so far, by service and kind. */
  readonly failures: ReadonlyMap<string, number>;
  /** Lets requests fail from now on; before, all are handed on. */
  begin(): void;
  /** Lets every request of a service fail until `end` is called. */
  breakDown(service: Service): { end(): void };
  close(): void;
}

/**
 * Serves an endpoint before that of MiniStack. From `begin` on the first request of each service
 * fails, and later a share of them, drawn by the seed.
 */
export async function aFaultyEndpoint(endpoint: string, seed: number): Promise<FaultyEndpoint> {
  const chance = createChance(seed, "faults");
  const failures = new Map<string, number>();
  const met = new Set<Service>();
  const broken = new Set<Service>();
  let hasBegun = false;
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked);
    const service = serviceOf(asked);
    const isDrawn = !met.has(service) || chance.happens(SHARES[service]);
    const fails = hasBegun && (broken.has(service) || isDrawn);
    if (hasBegun) met.add(service);
    const kind = fails ? chance.pick(KINDS) : undefined;
    if (kind !== undefined) {
      const name = `${service} ${kind}`;
      failures.set(name, (failures.get(name) ?? 0) + 1);
    }
    if (kind === undefined || kind === "lost-answer") {
      const given = await forward(endpoint, asked, body).catch(() => undefined);
      if (given === undefined || kind !== undefined) return asked.socket.destroy();
      return answer.writeHead(given.status, given.headers).end(given.body);
    }
    return fail(kind, service, asked, answer);
  });
  // Clients keep their connections for long: one that was closed meanwhile is a failure that nobody drew.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    begin() {
      hasBegun = true;
    },
    breakDown(service) {
      broken.add(service);
      return { end: () => void broken.delete(service) };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the service that a request is for, by the protocol that its client speaks. */
function serviceOf({ headers, url = "" }: IncomingMessage): Service {
  const target = String(headers["x-amz-target"] ?? "");
  if (target.startsWith("DynamoDB")) return "dynamodb";
  if (target.startsWith("AmazonSQS")) return "sqs";
  if (target.startsWith("AWSEvents")) return "events";
  return /^\/20\d\d-\d\d-\d\d\//.test(url) ? "lambda" : "s3";
}

function fail(
  kind: Exclude<(typeof KINDS)[number], "lost-answer">,
  service: Service,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  if (kind === "reset") return void asked.socket.destroy();
  const [code, status] =
    kind === "throttled"
      ? THROTTLED[service]
      : kind === "error"
        ? (["InternalError", 500] as const)
        : (["ServiceUnavailable", 503] as const);
  const isXml = service === "s3";
  const text = isXml
    ? `<Error><Code>${code}</Code><Message>a fault of the test</Message></Error>`
    : JSON.stringify({ __type: code, message: "a fault of the test" });
  const type = isXml ? "application/xml" : "application/x-amz-json-1.0";
  answer.writeHead(status, { "content-type": type, "x-amzn-errortype": code }).end(text);
}

interface Given {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

function forward(endpoint: string, asked: IncomingMessage, body: Buffer): Promise<Given> {
  const { method, url = "/", headers } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url, endpoint), { method, headers }, (given) => {
      buffer(given).then(
        (read) => resolve({ status: given.statusCode ?? 502, headers: given.headers, body: read }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
