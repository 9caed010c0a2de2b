/** Loaded by `--import`: a process that is about to connect beyond 127.0.0.0/8 ends at once. */
import { Socket } from "node:net";

const EXIT_CODE = 86;

function refuseBeyondLoopback(address: string, port: number): void {
  if (address.startsWith("127.")) return;
  process.stderr.write(`a socket to ${address}, port ${port}\n`);
  process.exit(EXIT_CODE);
}

Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket: Socket, words) {
    socket.on("connectionAttempt", refuseBeyondLoopback);
    return Reflect.apply(connect, socket, words);
  },
});
