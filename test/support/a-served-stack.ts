import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import { z } from "zod";
import { OPEN_API_FILE } from "../../docs/write-open-api.ts";
import { bundleText, packBundle } from "../../lib/stack/bundle.ts";
import { aBundle } from "./a-bundle.ts";
import { aStack, serveStack, TOKEN } from "./a-stack.ts";

const described = JSON.parse(readFileSync(OPEN_API_FILE, "utf8"));

/** The schema that the committed description gives an answer. */
function schemaOf(method: string, path: string, status: number): z.ZodType {
  const operation = described.paths[path]?.[method.toLowerCase()];
  const answer = operation?.responses[status] ??
    operation?.responses.default ?? {
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  const { $ref } = answer.content["application/json"].schema;
  const { schemas } = described.components;
  const text = JSON.stringify({ $defs: schemas, $ref }).replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  );
  return z.fromJSONSchema(JSON.parse(text));
}

/** A served stack; `ask` holds each answer against the description, and each refusal has words. */
export async function aServedStack(test: TestContext) {
  const stack = aStack();
  const endpoint = await serveStack(test, stack.ports);
  async function ask(method: string, path: string, body?: string | Uint8Array) {
    const init = { method, headers: { authorization: `Bearer ${TOKEN}` } };
    const sent = typeof body === "string" ? body : body && Uint8Array.from(body);
    const url = new URL(path.slice(1), endpoint);
    const response = await fetch(url, sent === undefined ? init : { ...init, body: sent });
    const value: unknown = await response.json();
    const pattern = url.pathname
      .replace("/stage", "")
      .replace(/\/pages\/[^/]+\//, "/pages/{sequence}/");
    schemaOf(method, pattern, response.status).parse(value);
    const told = z.record(z.string(), z.unknown()).parse(value);
    if (!response.ok) assert.ok(told.message && told.hint, "a refusal says why, and what to do");
    return { status: response.status, body: told };
  }
  return { ...stack, ask };
}

/** A served stack whose crawl is at work. */
export async function aStartedStack(test: TestContext, text = bundleText(aBundle())) {
  const stack = await aServedStack(test);
  assert.equal((await stack.ask("PUT", "/crawl", packBundle(text))).status, 201);
  return stack;
}
