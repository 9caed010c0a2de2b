/**
 * Tasks of the protocol: a client that begins a call as one gets its number at once, asks how far it is, takes the
 * result later, or cancels it. A call that is none is answered as ever. The protocol and its SDK have tasks as an
 * experiment, so that only this file knows of them.
 */
import { randomUUID } from "node:crypto";
import type {
  CreateTaskOptions,
  TaskStore,
  ToolTaskHandler,
} from "@modelcontextprotocol/sdk/experimental/tasks";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type {
  RequestHandlerExtra,
  RequestTaskStore,
} from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  type Request,
  type Result,
  type ServerNotification,
  type ServerRequest,
  type Task,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import { fieldsOf } from "../domain/json.ts";
import { fail } from "../errors.ts";
import type { Call, Tool } from "./tool.ts";

/** What a server with tasks says that it can do. */
export const TASK_CAPABILITY = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** Most tasks that are kept, with their results: those that ended first make room. */
const MOST_TASKS = 32;

/** Most tasks at work. */
const MOST_AT_WORK = 8;

/** Time for which the result of a task is kept at most, in ms. */
const KEPT_MS = 60 * 60_000;

/** Time after which a client should ask again, in ms. */
const POLL_MS = 1_000;

interface Kept {
  task: Task;
  result?: Result;
  readonly cancelled: AbortController;
}

/** The tasks of one client, in memory: they end with it. */
export class AgentTasks implements TaskStore {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async createTask(_options: CreateTaskOptions, _id: unknown, { params }: Request): Promise<Task> {
    // A call that is no task is answered in its own time, and nothing of it is kept.
    const isTask = params?.["task"] !== undefined;
    if (isTask) this.#makeRoom();
    const at = new Date(this.#now()).toISOString();
    const task: Task = {
      taskId: randomUUID(),
      status: "working",
      ttl: isTask ? KEPT_MS : 0,
      createdAt: at,
      lastUpdatedAt: at,
      pollInterval: POLL_MS,
    };
    this.#kept.set(task.taskId, { task, cancelled: new AbortController() });
    return { ...task };
  }

  async getTask(id: string): Promise<Task | null> {
    const kept = this.#kept.get(id);
    return kept === undefined ? null : { ...kept.task };
  }

  async storeTaskResult(id: string, status: "completed" | "failed", result: Result): Promise<void> {
    const kept = this.#of(id);
    kept.result = result;
    this.#settle(kept, status, undefined);
  }

  async getTaskResult(id: string): Promise<Result> {
    const { task, result } = this.#of(id);
    if (isPlain(task)) this.#kept.delete(id);
    if (result === undefined) throw new Error(`the task ${id} has no result`);
    return result;
  }

  async updateTaskStatus(id: string, status: Task["status"], message?: string): Promise<void> {
    const kept = this.#of(id);
    this.#settle(kept, status, message);
    if (status === "cancelled") kept.cancelled.abort();
  }

  async listTasks(): Promise<{ tasks: Task[] }> {
    return { tasks: [...this.#kept.values()].map(({ task }) => ({ ...task })) };
  }

  /** Returns what is aborted when the client cancels a task. */
  cancelOf(id: string): AbortSignal {
    return this.#of(id).cancelled.signal;
  }

  /** Ends a call that is no task. */
  async end({ taskId }: Task, result: Result): Promise<void> {
    await this.storeTaskResult(taskId, "completed", result);
  }

  /** Cancels what is at work: the client has gone. */
  leave(): void {
    for (const { cancelled } of this.#kept.values()) cancelled.abort();
    this.#kept.clear();
  }

  #of(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw new Error(`there is no task ${id}`);
    return kept;
  }

  #settle(kept: Kept, status: Task["status"], statusMessage: string | undefined): void {
    if (hasEnded(kept.task)) throw new Error(`the task ${kept.task.taskId} has ended`);
    const said = statusMessage === undefined ? {} : { statusMessage };
    const lastUpdatedAt = new Date(this.#now()).toISOString();
    kept.task = { ...kept.task, ...said, status, lastUpdatedAt };
  }

  #makeRoom(): void {
    const before = this.#now() - KEPT_MS;
    const all = [...this.#kept].filter(([, { task }]) => !isPlain(task));
    const ended = all.filter(([, { task }]) => hasEnded(task));
    const atWork = all.length - ended.length;
    if (atWork >= MOST_AT_WORK) throw fail("agent-limit/tasks", { most: MOST_AT_WORK });
    ended.forEach(([id, { task }], index) => {
      const isOld = Date.parse(task.lastUpdatedAt) < before;
      if (isOld || atWork + ended.length - index >= MOST_TASKS) this.#kept.delete(id);
    });
  }
}

/** Returns whether a call is no task. */
function isPlain({ ttl }: Task): boolean {
  return ttl === 0;
}

function hasEnded({ status }: Task): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How a tool is registered whose calls may be tasks. */
interface TaskTool {
  readonly tool: Pick<Tool, "name" | "does">;
  readonly config: Omit<ToolConfig, "execution">;
  readonly callOf: (extra: Extra) => Call;
  readonly answer: (
    given: Readonly<Record<string, unknown>>,
    call: Call,
  ) => Promise<CallToolResult>;
}

interface ToolConfig {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Tool["input"];
  readonly outputSchema: Tool["output"];
  readonly annotations: ToolAnnotations;
}

/** Registers a tool whose calls may be tasks. */
export function registerTaskTool(server: McpServer, tasks: AgentTasks, given: TaskTool): void {
  const { tool, config, callOf, answer } = given;
  const handler: ToolTaskHandler<Tool["input"]> = {
    async createTask(args: unknown, extra) {
      const fields = fieldsOf(args);
      const task = await extra.taskStore.createTask({});
      const call = callOf(extra);
      if (isPlain(task)) await tasks.end(task, await answer(fields, call));
      else await begin(call, task, (each) => answer(fields, each), extra.taskStore);
      return { task: await extra.taskStore.getTask(task.taskId) };
    },
    getTask: (_args: unknown, { taskStore, taskId }) => taskStore.getTask(taskId),
    getTaskResult: async (_args: unknown, { taskStore, taskId }) =>
      CallToolResultSchema.parse(await taskStore.getTaskResult(taskId)),
  };
  server.experimental.tasks.registerToolTask(
    tool.name,
    { ...config, execution: { taskSupport: "optional" } },
    handler,
  );

  /** Begins the work of a task, and waits until its user has allowed it. */
  async function begin(
    call: Call,
    { taskId }: Task,
    work: (call: Call) => Promise<CallToolResult>,
    store: RequestTaskStore,
  ): Promise<void> {
    const allowed = Promise.withResolvers<void>();
    const result = work({
      ...call,
      isTask: true,
      signal: tasks.cancelOf(taskId),
      async ask(what) {
        await call.ask(what);
        allowed.resolve();
      },
      async progress(done, of, message) {
        await call.progress(done, of, message);
        // The client may have cancelled it, or gone.
        await store.updateTaskStatus(taskId, "working", message).catch(() => {});
      },
    });
    const end = async () => {
      const answered = await result;
      const status = answered.isError === true ? "failed" : "completed";
      await store.storeTaskResult(taskId, status, answered).catch(() => {});
    };
    const ended = end();
    if (tool.does !== "read") await Promise.race([allowed.promise, ended]);
  }
}
