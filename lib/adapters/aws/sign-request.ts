/** Signs requests to the API of a stack that takes AWS's own signatures (Signature Version 4). */
import { LambdaClient, type LambdaClientConfig } from "@aws-sdk/client-lambda";

/** A request to be signed. */
export interface UnsignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** Returns the headers of a request with its signature. */
export type SignRequest = (request: UnsignedRequest) => Promise<Readonly<Record<string, string>>>;

/**
 * Creates a signer for an API of API Gateway, by the credentials and the region of the environment. The signer of the SDK's clients
 * is used, so a client is made for nothing else.
 */
export function requestSigner(
  given: Pick<LambdaClientConfig, "credentials" | "region"> = {},
  now: () => Date = () => new Date(),
): SignRequest {
  const { config } = new LambdaClient(given);
  return async ({ method, url, headers, body }) => {
    const { protocol, hostname, port, host, pathname, searchParams } = new URL(url);
    const region = await config.region();
    const scheme = { name: "sigv4", signingName: "execute-api", signingRegion: region };
    const signer = await config.signer({ ...scheme, properties: {} });
    const address = { protocol, hostname, path: pathname, ...(port && { port: Number(port) }) };
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((key) => [key, searchParams.getAll(key)]),
    );
    const request = { ...address, method, query, headers: { ...headers, host }, body };
    const signed = await signer.sign(request, { signingDate: now() });
    // It follows from the URL; a client may not set it.
    const { host: _, ...rest } = signed.headers;
    return rest;
  };
}
