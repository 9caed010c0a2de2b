import { EventEmitter } from "node:events";
import { Parser } from "n3";
import { utf8OrMarked } from "../decode-text.ts";
import type { RdfStatement } from "./rdf-statement.ts";
import type { RdfSyntax } from "./rdf-statements.ts";

/** Turtle, of which N-Triples is a part. */
export const turtleSyntax: RdfSyntax = {
  name: "Turtle",
  encodingOf: utf8OrMarked,
  open(base) {
    const input = new EventEmitter();
    let found: RdfStatement[] = [];
    let failure: Error | undefined;
    new Parser({ format: "text/turtle", baseIRI: base }).parse(
      input,
      // At the end the parser calls without an error and without a quad, whatever its types tell.
      (error: Error | null, quad: RdfStatement | null) => {
        if (error !== null) failure ??= error;
        else if (quad !== null) found.push(quad);
      },
    );
    const take = (): readonly RdfStatement[] => {
      if (failure !== undefined) throw failure;
      const taken = found;
      found = [];
      return taken;
    };
    return {
      parse(text) {
        input.emit("data", text);
        return take();
      },
      finish() {
        input.emit("end");
        return take();
      },
    };
  },
};
