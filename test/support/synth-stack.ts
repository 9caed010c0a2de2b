import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { App, type Stack } from "aws-cdk-lib";

import { addStack } from "../../infra/add-stack.ts";

type Properties = Readonly<Record<string, unknown>>;

interface TemplateResource {
  readonly Type: string;
  /** Absent of a resource that has none. */
  readonly Properties?: Properties;
  readonly DeletionPolicy?: string;
}

/** A stack's template. */
export interface SynthesisedStack {
  readonly name: string;
  /** All of it, as JSON. */
  readonly text: string;
  /** Properties of all resources of a type. */
  all(type: string): readonly Properties[];
  /** Properties of the one resource of a type with this construct id. */
  only(type: string, id: string): Properties;
  /** Logical ids of the resources of a type. */
  ids(type: string): readonly string[];
  /** Names of its outputs. */
  outputs(): readonly string[];
  /** Whether CloudFormation refuses to delete it. */
  readonly isProtected: boolean;
  removalPolicies(type: string): readonly (string | undefined)[];
  /** Returns the types of its resources, each once, sorted. */
  types(): readonly string[];
  /** Returns names given to resources that would collide with those of another stack. */
  physicalNames(): readonly string[];
}

/** Properties that name a resource in its account and region. */
const NAMES =
  /^(?:Name|LogGroupName|.*(?:Bucket|Table|Queue|Function|Role|Alarm|Dashboard|Rule|Policy)Name)$/;

/** Types whose names need not be unique in the account. */
const NAMED_WITHIN = new Set(["AWS::ApiGatewayV2::Authorizer"]);

const PROJECT = "fungi";

// What CDK itself says of a template are warnings, and take three seconds a stack; the checks that fail one stay.
process.env["CDK_VALIDATION"] = "false";

/** Stacks synthesised in this process, by their project files: all suites of a process share them. */
const synthesised = new Map<string, Promise<SynthesisedStack>>();

/**
 * Synthesises the stack of a project file with further lines, without bundling its code; equal files
 * give the same stack.
 */
export function synthStack(more = "", project = PROJECT): Promise<SynthesisedStack> {
  const file = `name: ${project}\nneed: {topic: fungi}\n${more}`;
  const known = synthesised.get(file) ?? synthesise(file, () => undefined);
  synthesised.set(file, known);
  return known;
}

/**
 * Synthesises the stack of a project after `change`.
 * @throws if the changed stack does not pass the checks.
 */
export function synthChanged(change: (stack: Stack) => void): Promise<SynthesisedStack> {
  return synthesise(`name: ${PROJECT}\nneed: {topic: fungi}\n`, change);
}

async function synthesise(
  projectFile: string,
  change: (stack: Stack) => void,
): Promise<SynthesisedStack> {
  const directory = mkdtempSync(path.join(tmpdir(), "dowser-stack-"));
  try {
    const file = path.join(directory, "project.yaml");
    writeFileSync(file, projectFile);
    const context = { project: file, "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir: path.join(directory, "out"), context });
    const stack = await addStack(app);
    change(stack);
    return templateOf(app, stack.stackName);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Synthesises an app, and returns one of its stacks. */
export function templateOf(app: App, name: string): SynthesisedStack {
  const artifact = app.synth().getStackByName(name);
  const template = artifact.template as {
    readonly Resources: Readonly<Record<string, TemplateResource>>;
    readonly Outputs: Readonly<Record<string, unknown>>;
  };
  const resources = Object.entries(template.Resources);
  const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
  return {
    name,
    text: JSON.stringify(template),
    isProtected: artifact.terminationProtection === true,
    outputs: () => Object.keys(template.Outputs),
    ids: (type) => ofType(type).map(([id]) => id),
    all: (type) => ofType(type).map(([, { Properties = {} }]) => Properties),
    only(type, id) {
      const found = ofType(type).filter(([logicalId]) => withoutHash(logicalId) === id);
      if (found.length !== 1) throw new Error(`${found.length} of ${type} ${id}`);
      return found[0]?.[1].Properties ?? {};
    },
    removalPolicies: (type) => ofType(type).map(([, { DeletionPolicy }]) => DeletionPolicy),
    types: () => [...new Set(resources.map(([, { Type }]) => Type))].toSorted(),
    physicalNames: () =>
      resources
        .filter(([, { Type }]) => !NAMED_WITHIN.has(Type))
        .flatMap(([, { Type, Properties = {} }]) =>
          Object.entries(Properties)
            .filter(([key, value]) => NAMES.test(key) && typeof value === "string")
            .filter(([key]) => !(Type.startsWith("AWS::CloudWatch") && key === "MetricName"))
            .map(([, value]) => `${Type} ${String(value)}`),
        ),
  };
}

/**
 * Returns the value that a template means by a reference or a joined text, with `<Id>` for a
 * resource.
 */
export function spell(value: unknown): string {
  if (typeof value === "string") return value;
  const [kind, operand] = Object.entries(value ?? {})[0] ?? [];
  if (kind === "Ref") return `<${withoutHash(String(operand))}>`;
  if (kind === "Fn::GetAtt") return `<${withoutHash(String((operand as unknown[])[0]))}>`;
  if (kind === "Fn::Join") return (operand as [string, unknown[]])[1].map(spell).join("");
  throw new Error(`not spelt: ${JSON.stringify(value)}`);
}

function withoutHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, "");
}
