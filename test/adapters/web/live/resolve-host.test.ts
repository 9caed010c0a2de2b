import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { describe, it } from "node:test";
import { dnsResolver } from "../../../../lib/adapters/web/live/guarded-connector.ts";

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;

/** Addresses by query type; a type without any answers with no records, a name error if none has. */
type Zone = Readonly<Record<number, readonly (readonly number[])[]>>;

/** Answers one DNS query (RFC 1035 §4) from `zone`. */
function answer(query: Buffer, zone: Zone): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(questionEnd - 4);
  const records = (zone[type] ?? []).map((octets) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, octets.length, ...octets]),
  );
  const head = Buffer.from(query.subarray(0, questionEnd));
  const code = Object.keys(zone).length === 0 ? NAME_ERROR : 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

async function resolveIn(zone: Zone): Promise<readonly string[]> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    socket.send(answer(query, zone), from.port, from.address);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.bind(0, "127.0.0.1", resolve);
  await promise;
  try {
    return await dnsResolver([`127.0.0.1:${socket.address().port}`])("site.example");
  } finally {
    socket.close();
  }
}

describe("the addresses of a name", () => {
  const ipv6 = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

  it("A host name resolves to the addresses of both families, IPv4 first", async () => {
    const zone = { [TYPE_A]: [[192, 0, 2, 1]], [TYPE_AAAA]: [ipv6] };
    assert.deepEqual(await resolveIn(zone), ["192.0.2.1", "2001:db8::1"]);
  });

  it("A host name may have addresses of one family only", async () => {
    assert.deepEqual(await resolveIn({ [TYPE_A]: [[192, 0, 2, 1]] }), ["192.0.2.1"]);
    assert.deepEqual(await resolveIn({ [TYPE_AAAA]: [ipv6] }), ["2001:db8::1"]);
  });

  it("A host name that does not exist gives an error", async () => {
    await assert.rejects(resolveIn({}), { code: "ENOTFOUND" });
  });
});
