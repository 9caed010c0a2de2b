import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Fault } from "../lib/workbench/schemas.ts";
import { addressOf, addressOnce, faultOf } from "./api.ts";
import { FaultNote } from "./parts.tsx";

interface FileLinkProps {
  readonly run: string;
  readonly path: string;
  readonly class: string;
  /** Whether it is shown in a tab of its own, and not saved. */
  readonly isShown?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a file of a run. The browser has no secret to ask for it with: a click asks for an address that holds once. */
export function FileLink({ run, path, isShown = false, children, ...rest }: FileLinkProps) {
  const [fault, setFault] = useState<Fault>();
  const take = (event: Event) => {
    event.preventDefault();
    setFault(undefined);
    // A tab may be opened while the click is handled, and not later.
    const tab = isShown ? open("", "_blank") : null;
    addressOnce(run, path).then(
      (address) => (tab === null ? save(address) : tab.location.replace(address)),
      (error: unknown) => {
        tab?.close();
        setFault(faultOf(error));
      },
    );
  };
  return (
    <>
      <a {...rest} href={addressOf(run, path)} onClick={take}>
        {children}
      </a>
      <FaultNote fault={fault} />
    </>
  );
}

function save(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
