import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { ProjectAnswer } from "../lib/workbench/schemas.ts";
import type { FieldProps } from "./begin-draft.ts";
import { type Fault, faultsIn } from "./begin-problems.ts";

interface FileProps extends FieldProps {
  readonly project: ProjectAnswer | undefined;
}

/** The project file with its colours: what is changed in it shows in the form, and the other way round. */
export function ProjectFile({ draft, project, onChange }: FileProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.yaml ?? project?.text ?? "";
  const faults =
    project?.text === text || draft.changed === "file" ? faultsIn(project?.problems ?? []) : [];
  const lines = text.split("\n");
  const go = (line: number) => {
    const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    field.current?.focus();
    field.current?.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
  };
  return (
    <div class="project">
      <label for="yaml">
        The project file. What you change in it shows in the three steps, and theirs in it.
      </label>
      <div role="status">
        <ul class="problems">
          {faults.map(({ line, says }) => (
            <li key={`${line} ${says}`}>
              <button type="button" class="quiet" onClick={() => go(line)}>
                line {line}
              </button>{" "}
              {says}
            </li>
          ))}
        </ul>
      </div>
      <Editor {...{ field, lines, faults, onChange }} />
      {draft.yaml !== null && (
        <p class="hint">
          The file was changed by hand.{" "}
          <button
            type="button"
            class="quiet"
            onClick={() => onChange({ yaml: null, changed: "form" })}
          >
            Write it again from the three steps
          </button>
        </p>
      )}
    </div>
  );
}

interface EditorProps extends Pick<FieldProps, "onChange"> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly lines: readonly string[];
  readonly faults: readonly Fault[];
}

/** A field in which one types, over the same lines with their numbers, colours and faults. */
function Editor({ field, lines, faults, onChange }: EditorProps) {
  const faultAt = (line: number) => faults.find((each) => each.line === line)?.message;
  return (
    <div class="editor">
      <pre aria-hidden="true">
        {lines.map((line, at) => (
          <Line key={at} text={line} fault={faultAt(at + 1)} />
        ))}
      </pre>
      <textarea
        id="yaml"
        class="yaml"
        ref={field}
        rows={lines.length}
        spellcheck={false}
        value={lines.join("\n")}
        aria-invalid={faults.length > 0}
        onInput={(event) => onChange({ yaml: event.currentTarget.value, changed: "file" })}
      />
    </div>
  );
}

/** A key, its value, and the comment behind it. */
const PARTS = /^(\s*(?:- )?[\w-]+:(?=\s|$))?(.*?)((?:^|\s)#.*)?$/;

function Line({ text, fault }: { readonly text: string; readonly fault: string | undefined }) {
  const [, key = "", value = "", comment = ""] = PARTS.exec(text) ?? [];
  return (
    <span class={fault === undefined ? "line" : "line faulty"}>
      <b>{key}</b>
      {value}
      <i>{comment}</i>
      {fault !== undefined && <em> ← {fault}</em>}
      {"\n"}
    </span>
  );
}
