import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * The stream that pg's client takes for its socket. The driver stays the one that speaks to PostgreSQL, so
 * parameters, types and errors are the same on both databases.
 */
export class Wire extends Duplex {
  readonly #port: MessagePort;
  readonly #failure: Error | undefined;

  /** With a `failure` the wire connects to nothing and reports it. */
  constructor(port: MessagePort, failure?: Error) {
    super();
    this.#port = port;
    this.#failure = failure;
    port.on('message', (reply: Uint8Array) => this.#receive(reply));
  }

  connect(): this {
    process.nextTick(() => {
      if (this.#failure) this.destroy(this.#failure);
      else this.emit('connect');
    });
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#post(new Uint8Array(chunk));
    done();
  }

  // pg corks the messages of one query, and PGlite answers them in one go.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#post(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  // What pg calls on a socket and a thread does not have.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  #post(request: Uint8Array<ArrayBuffer>): void {
    this.#port.postMessage(request, [request.buffer]);
  }

  #receive(reply: Uint8Array): void {
    this.push(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
  }
}
