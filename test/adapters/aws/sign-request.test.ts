import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { requestSigner, type UnsignedRequest } from "../../../lib/adapters/aws/sign-request.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: SECRET };
const sha = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** The signature of a request by the steps that AWS publishes, from all headers that are signed. */
function signatureOf(
  { method, url, body = new Uint8Array() }: Omit<UnsignedRequest, "headers">,
  headers: Readonly<Record<string, string>>,
  scope: readonly [date: string, region: string, service: string],
): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .toSorted()
    .join("&");
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join("");
  const path = pathname.split("/").map(encodeURIComponent).join("/");
  const canonical = [method, path, query, lines, names.join(";"), sha(body)].join("\n");
  const within = [...scope, "aws4_request"].join("/");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], within, sha(canonical)].join("\n");
  const key = [...scope, "aws4_request"].reduce(
    (before: string | Buffer, part) => hmac(before, part),
    `AWS4${SECRET}`,
  );
  return hmac(key, text).toString("hex");
}

describe("the signature of a request to a stack", () => {
  it("The steps by which it is checked here give the signature of AWS's published example", () => {
    const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z" };
    const request = { method: "GET", url: "https://example.amazonaws.com/" };
    assert.equal(
      signatureOf(request, headers, ["20150830", "us-east-1", "service"]),
      "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    );
  });

  const endpoint = "https://a1b2.execute-api.eu-central-1.amazonaws.com";
  const now = () => new Date(Date.UTC(2026, 10, 29, 12));
  for (const request of [
    { method: "GET", url: `${endpoint}/crawl`, headers: {} },
    {
      method: "GET",
      url: `${endpoint}/links?url=${encodeURIComponent("https://bees.example/a b?c=1")}&after=2`,
      headers: {},
    },
    {
      method: "PUT",
      url: `${endpoint}/crawl`,
      headers: { "content-type": "application/gzip" },
      body: Buffer.from("bees"),
    },
  ] satisfies UnsignedRequest[]) {
    it(`A ${request.method} of ${new URL(request.url).pathname} has the signature for its method, URL and body`, async () => {
      const sign = requestSigner({ credentials, region: "eu-central-1" }, now);
      const { authorization = "", ...headers } = await sign(request);
      const [, scope, names = "", signature] =
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
          authorization,
        ) ?? [];
      assert.equal(scope, "20261129/eu-central-1/execute-api/aws4_request");
      const all: Record<string, string> = { ...headers, host: new URL(endpoint).host };
      const signed = Object.fromEntries(names.split(";").map((name) => [name, all[name] ?? ""]));
      assert.ok(names.split(";").includes("host"));
      const within = ["20261129", "eu-central-1", "execute-api"] as const;
      assert.equal(signature, signatureOf(request, signed, within));
      assert.equal(headers["x-amz-content-sha256"], sha(request.body ?? ""));
    });
  }
});
