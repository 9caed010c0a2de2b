import { api } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { LOOK_VIEWS, type LookView, linkTo } from "./route.ts";

const NAMES = {
  look: "Pages",
  site: "Hosts and types",
  compare: "Compare with other runs",
} as const;

/** Leads to the other things that can be looked at in a run, as far as the host has them. */
export function LookNav({ run, view }: { readonly run: string; readonly view: "look" | LookView }) {
  const can = useLoaded("host", api.host).value?.can;
  const shown = (["look", ...LOOK_VIEWS] as const).filter(
    (each) => each !== "compare" || can?.compare === true,
  );
  return (
    <nav class="looks" aria-label="Look at">
      {shown.map((each) => (
        <a
          key={each}
          href={linkTo({ view: each, run })}
          aria-current={view === each ? "page" : undefined}
        >
          {NAMES[each]}
        </a>
      ))}
    </nav>
  );
}
