import { useState } from "preact/hooks";
import type { Fault } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { FaultNote } from "./parts.tsx";

interface DueProps {
  readonly run: string;
  /** Called when all pages are judged again. */
  readonly onDone?: () => void;
}

/** Says that the figures of a crawl that has ended do not know its last labels or pages, and has them counted in. */
export function DueLook({ run, onDone = () => {} }: DueProps) {
  const [isLooking, setLooking] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const look = () => {
    setLooking(true);
    api
      .look(run)
      .then(onDone, (error: unknown) => setFault(faultOf(error)))
      .finally(() => setLooking(false));
  };
  return (
    <p role="status">
      {isLooking
        ? "All pages are judged again by what is known now."
        : "Labels or pages came since all pages were judged; the figures are those of before. "}
      {!isLooking && (
        <button type="button" onClick={look}>
          Judge all pages again
        </button>
      )}
      <FaultNote fault={fault} />
    </p>
  );
}
