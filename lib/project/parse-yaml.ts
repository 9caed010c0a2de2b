import { type Document, isMap, isNode, isScalar, parseDocument, visit } from "yaml";
import type { ProjectProblem } from "./project-problem.ts";

/** Largest project file, in UTF-16 units: a hundred times what a person writes. */
export const MAX_PROJECT_LENGTH = 1_000_000;

/** Most uses of aliases, nested ones multiplied: stops "billion laughs" before it expands. */
const MAX_ALIASES = 100;

/** The one fault reported of text so deep that the parser, which is recursive, gives up. */
const TOO_DEEP = "is nested too deeply";

/** A document with positions and its plain value, or the reason why it cannot be parsed. */
type ParsedYaml =
  | { readonly ok: true; readonly document: Document; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly ProjectProblem[] };

/** Parses one YAML 1.2 document; never throws, for any text. */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > MAX_PROJECT_LENGTH) {
    return refusal(
      `has ${text.length} characters; a project file has at most ${MAX_PROJECT_LENGTH}`,
    );
  }
  try {
    return compose(text);
  } catch (cause) {
    // The composer is recursive, and toJS counts aliases: hostile text makes either throw.
    if (cause instanceof RangeError) return refusal(TOO_DEEP);
    return refusal(cause instanceof Error ? cause.message : String(cause));
  }
}

function compose(text: string): ParsedYaml {
  const document = parseDocument(text, {
    // Quiet on the console; "silent" would also hide that a second document follows.
    logLevel: "error",
    prettyErrors: false,
    stringKeys: true,
    // The library compares each key with each other one; `repeatedKeys` takes linear time.
    uniqueKeys: false,
  });
  const tooDeep = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION");
  if (tooDeep !== undefined) return refusal(TOO_DEEP, tooDeep.pos[0]);
  const problems: ProjectProblem[] = [...document.errors, ...document.warnings].map((error) => ({
    offset: error.pos[0],
    path: [],
    message: error.message,
  }));
  problems.push(...repeatedKeys(document));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, document, value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
}

function repeatedKeys(document: Document): ProjectProblem[] {
  const problems: ProjectProblem[] = [];
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const offset = key.range?.[0] ?? 0;
          problems.push({
            offset,
            path: [String(key.value)],
            message: "is repeated here",
          });
        }
        seen.add(key.value);
      }
    },
  });
  return problems;
}

function refusal(message: string, offset = 0): ParsedYaml {
  return { ok: false, problems: [{ offset, path: [], message }] };
}

/**
 * Returns the offset of a path's value, or of its last key; of the nearest enclosing value when it
 * is absent.
 */
export function offsetOf(
  document: Document,
  path: readonly PropertyKey[],
  at: "key" | "value",
): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const offset =
      at === "key" && length === path.length && isMap(parent)
        ? startOf(parent.items.find(({ key }) => isScalar(key) && key.value === last)?.key)
        : startOf(document.getIn(path.slice(0, length), true));
    if (offset !== undefined) return offset;
  }
  return startOf(document.contents) ?? 0;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
