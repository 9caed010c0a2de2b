import { z } from "zod";
import type { Json } from "../domain/json.ts";
import { type PathModel, pathModelOf } from "../domain/methods/link-distance/path-model.ts";
import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { fail } from "../errors.ts";
import { readTextFile } from "./read-text-file.ts";
import { checkStrategy } from "./strategy-choice.ts";

/** Version of model files that is written, and the only one that is read. */
const VERSION = 2;

/**
 * The model learned from click paths, with figures of its training: crawls of other sites begin
 * with it.
 */
export interface PathModelFile {
  /** Name of the form of what was learned, which the strategy that reads it checks. */
  readonly variant: string;
  readonly made: {
    /** Number of whole paths, of the pages on them, and of the neighbours that those link to. */
    readonly paths: number;
    readonly pages: number;
    readonly neighbours: number;
    /** Registrable domains of the paths' start pages. */
    readonly sites: number;
    readonly seed: number;
  };
  readonly learned: Json;
}

/**
 * Longest model file read, in bytes: a hundred times the model of thousands of pages, and little
 * memory.
 */
const MAX_MODEL_BYTES = 256 * 2 ** 20;

const count = z.int().min(0);

/** Schema that recognises a model file of any version. */
const headSchema = z.object({ dowser: z.literal("link-distance"), version: z.int() });

const modelSchema = z.object({
  variant: z.string().min(1),
  made: z.object({ paths: count, pages: count, neighbours: count, sites: count, seed: z.int() }),
  // It came from JSON.parse, and only the strategy that wrote it can check more of it.
  learned: z.custom<Json>((value) => value !== undefined, "expected the learned parameters"),
});

/** Writes a model as the text of a file: the same model gives the same text. */
export function modelText({ variant, made, learned }: PathModelFile): string {
  const head = { dowser: "link-distance", version: VERSION };
  return `${JSON.stringify({ ...head, variant, made, learned })}\n`;
}

/**
 * Reads a model from the text of a file; `file` is for messages only.
 * @throws DowserError `bad-model`
 */
export function parseModel(text: string, file: string): PathModelFile {
  const value = parseJson(text, file);
  const head = headSchema.safeParse(value);
  if (!head.success) throw fail("bad-model", { file, fault: "is not a model file" });
  const { version } = head.data;
  if (version !== VERSION) {
    throw fail("bad-model", {
      file,
      fault: `is of version ${version}, and this Dowser reads ${VERSION}`,
    });
  }
  const model = modelSchema.safeParse(value);
  if (model.success) return model.data;
  const [{ path, message } = { path: [], message: "damaged" }] = model.error.issues;
  throw fail("bad-model", {
    file,
    fault: `is not a complete model file: ${path.join(".")}: ${message}`,
  });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail("bad-model", { file, fault: "is not a model file: it is not JSON" }, cause);
  }
}

/**
 * Reads a model.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export function readModelFile(file: string): PathModelFile {
  const named = { what: "a model", most: MAX_MODEL_BYTES, error: "model-unreadable" } as const;
  return parseModel(readTextFile(file, named), file);
}

/**
 * Reads the trained model from the file that a strategy's options name; returns `undefined` when
 * they name none.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export async function readPathModel(choice: StrategyChoice): Promise<PathModel | undefined> {
  const checked = await checkStrategy(choice);
  if (!checked.ok || checked.module.pathModel === undefined) return undefined;
  const { modelOption = "" } = checked.module;
  const file = checked.choice[modelOption];
  if (typeof file !== "string") return undefined;
  const { variant, learned } = readModelFile(file);
  return pathModelOf(variant, learned);
}
