import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DowserError, fail } from "../../errors.ts";

/**
 * `durable`: committed when the call returns. `deferred`: committed with the next durable one, or
 * soon. `held`: committed with the next durable one and not before, and all that is deferred with it.
 * A long row of steps that change the same pages of the file has them written once.
 */
export type Durability = "durable" | "deferred" | "held";

/**
 * Longest time that deferred changes wait for a draw to commit them, in ms. A killed process may
 * have to repeat the fetches of this time.
 */
const COMMIT_WITHIN_MS = 100;

interface Transactions {
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  /** When work is committed: immediately, as its durability asks, or when the owner decides. */
  commits: "as-asked" | "at-once" | "by-owner";
  timer: NodeJS.Timeout | undefined;
  /** Whether deferred changes wait for the next durable ones, however long. */
  isHeld: boolean;
  beforeCommit: (() => void) | undefined;
  failure: { readonly cause: unknown } | undefined;
}

const known = new WeakMap<DatabaseSync, Transactions>();

/**
 * Runs `work` as one step of a transaction on a run's database. After a failed step the data in
 * memory no longer match the file. So all uncommitted work is undone and all further work is
 * refused, until the run is opened again.
 */
export function transact<Result>(
  database: DatabaseSync,
  work: () => Result,
  durability: Durability | ((result: Result) => Durability),
): Result {
  const transactions = transactionsOf(database);
  if (transactions.failure !== undefined) throw brokenError(transactions.failure.cause);
  try {
    if (!database.isTransaction) transactions.begin.run();
    const result = work();
    const asked = typeof durability === "string" ? durability : durability(result);
    if (transactions.commits === "by-owner") return result;
    if (transactions.commits === "at-once" || asked === "durable") commit(database, transactions);
    else if (asked === "held" || transactions.isHeld) hold(transactions);
    else commitSoon(database, transactions);
    return result;
  } catch (cause) {
    breakOff(database, transactions, cause);
    throw cause;
  }
}

/**
 * Lets deferred changes wait for each other, until `commit` or `end` commits the rest. Everything a crawl
 * stores is in one database. So a kill removes a consistent last part of the run, which is done
 * again. A draw from hosts with a delay is durable: no fetch begins before its lease is safe.
 * Otherwise the next run could forget the lease after a kill and ask the host too soon.
 */
export function deferCommits(database: DatabaseSync): { commit(): void; end(): void } {
  const transactions = transactionsOf(database);
  transactions.commits = "as-asked";
  const commitRest = () => {
    if (transactions.failure === undefined) commit(database, transactions);
  };
  return {
    commit: commitRest,
    end() {
      transactions.commits = "at-once";
      commitRest();
    },
  };
}

/**
 * Leaves it to the caller when changes are committed, whatever durability is asked for. The caller
 * stores them elsewhere, and a kill removes only what was not stored there. `commit` throws when a
 * step has failed since.
 */
export function ownCommits(database: DatabaseSync): { commit(): void } {
  const transactions = transactionsOf(database);
  transactions.commits = "by-owner";
  return {
    commit() {
      if (transactions.failure !== undefined) throw brokenError(transactions.failure.cause);
      commit(database, transactions);
    },
  };
}

/**
 * Runs `write` before each commit, for changes that are pending in memory; only the last `write`
 * set applies.
 */
export function writeBeforeCommits(database: DatabaseSync, write: () => void): void {
  transactionsOf(database).beforeCommit = write;
}

function transactionsOf(database: DatabaseSync): Transactions {
  let transactions = known.get(database);
  if (transactions === undefined) {
    transactions = {
      begin: database.prepare("BEGIN"),
      commit: database.prepare("COMMIT"),
      commits: "at-once",
      timer: undefined,
      isHeld: false,
      beforeCommit: undefined,
      failure: undefined,
    };
    known.set(database, transactions);
  }
  return transactions;
}

function hold(transactions: Transactions): void {
  stopTimer(transactions);
  transactions.isHeld = true;
}

function commitSoon(database: DatabaseSync, transactions: Transactions): void {
  transactions.timer ??= setTimeout(() => {
    try {
      commit(database, transactions);
    } catch (cause) {
      // The next step reports it.
      breakOff(database, transactions, cause);
    }
  }, COMMIT_WITHIN_MS);
}

function commit(database: DatabaseSync, transactions: Transactions): void {
  stopTimer(transactions);
  transactions.isHeld = false;
  if (!database.isTransaction) return;
  transactions.beforeCommit?.();
  transactions.commit.run();
}

function breakOff(database: DatabaseSync, transactions: Transactions, cause: unknown): void {
  stopTimer(transactions);
  transactions.failure = { cause };
  if (database.isTransaction) database.exec("ROLLBACK");
}

function stopTimer(transactions: Transactions): void {
  clearTimeout(transactions.timer);
  transactions.timer = undefined;
}

function brokenError(cause: unknown): DowserError {
  const value = cause instanceof Error ? cause.message : String(cause);
  return fail("run-broken", { value }, cause);
}

/** Prepares statements, by their names. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  statements: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const prepared = Object.entries<string>(statements).map(
    ([name, sql]) => [name, database.prepare(sql)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of `statements`
  return Object.fromEntries(prepared) as Record<Name, StatementSync>;
}
