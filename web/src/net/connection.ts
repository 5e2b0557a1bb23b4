// One socket to the server: commands with answers, a heartbeat, and coming back by itself.
//
// A command is kept until it is answered and sent again after a reconnect under the same id; the
// server answers a repeated id again and applies nothing twice. Questions are not repeated: they
// were about a moment that has passed.

import { CLOSED, type Command, type Kind, type Message, type Rejected, type Wish } from './messages';

export type Status = 'connecting' | 'open' | 'lost' | 'taken_over' | 'gone' | 'refused';

/** What the connection needs of a WebSocket; tests bring their own. */
export interface Socket {
  readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Options {
  open: () => Socket;
  /** The first command of every socket; undefined where none is needed (lobby). */
  hello: (() => Wish) | undefined;
  onMessage: (message: Message) => void;
  onStatus: (status: Status) => void;
  random?: () => number;
}

export class Refusal extends Error {
  readonly code: string;
  readonly rejected: Rejected;

  constructor(rejected: Rejected) {
    super(rejected.sentence);
    this.code = rejected.code;
    this.rejected = rejected;
  }
}

/** The socket went away before a question was answered. */
export class Dropped extends Error {}

interface Waiting {
  command: Command;
  resolve: (message: Message) => void;
  reject: (error: Error) => void;
}

const HEARTBEAT = 9_000;
const PATIENCE = 4_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;
const REPEATED: ReadonlySet<Command['t']> = new Set(['ask', 'ping', 'snapshot', 'hello', 'look']);
const OPEN = 1;

export class Connection {
  private readonly options: Options;
  private readonly waiting = new Map<string, Waiting>();
  private socket: Socket | undefined;
  private ready = false;
  private ended = false;
  private pause = FIRST_PAUSE;
  private counter = 0;
  private readonly prefix: string;
  private beat: ReturnType<typeof setInterval> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.options = options;
    this.prefix = Math.floor((options.random ?? Math.random)() * 2 ** 48).toString(36);
    this.connect();
  }

  /** Sends a command and waits for what answers it; a refusal rejects. */
  send<T extends Message = Message>(wish: Wish): Promise<T> {
    // It would wait for a return that is asked for much later, if ever.
    if (this.ended) return Promise.reject(new Dropped('the seat is closed'));
    this.counter += 1;
    const command = { ...wish, id: `${this.prefix}-${this.counter}` } as Command;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(command.id, { command, resolve: resolve as (message: Message) => void, reject });
      if (this.ready) this.write(command);
    });
  }

  /** Is the server there? Asked when the page wakes up or the network comes back. */
  probe(): void {
    if (this.ended) return;
    if (!this.socket || this.socket.readyState > OPEN) this.reconnect(0);
    else if (this.ready) this.ping();
  }

  /** After "taken over" and the like: come back because the player asked for it. */
  comeBack(): void {
    this.ended = false;
    this.reconnect(0);
  }

  close(): void {
    this.ended = true;
    this.stopTimers();
    this.drop();
  }

  private connect(): void {
    this.options.onStatus('connecting');
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
    this.suspect();
  }

  private opened(): void {
    this.calm();
    const { hello } = this.options;
    if (!hello) {
      this.welcomed();
      return;
    }
    this.counter += 1;
    this.write({ ...hello(), id: `${this.prefix}-${this.counter}` } as Command);
    this.suspect();
  }

  private welcomed(): void {
    this.calm();
    this.ready = true;
    this.pause = FIRST_PAUSE;
    this.options.onStatus('open');
    for (const { command } of this.waiting.values()) this.write(command);
    clearInterval(this.beat);
    this.beat = setInterval(() => this.ping(), HEARTBEAT);
  }

  private ping(): void {
    this.counter += 1;
    this.write({ t: 'ping', id: `${this.prefix}-${this.counter}` });
    this.suspect();
  }

  private received(data: unknown): void {
    const message = JSON.parse(String(data)) as Message;
    this.calm();
    if (message.t === 'welcome') this.welcomed();
    const waiting = 'id' in message && message.id ? this.waiting.get(message.id) : undefined;
    if (waiting) {
      this.waiting.delete(waiting.command.id);
      if (message.t === 'rejected') waiting.reject(new Refusal(message));
    }
    this.options.onMessage(message);
    // A token that is none at all is refused, too, and the server leaves it at that.
    if (message.t === 'rejected' && message.code === 'malformed' && !this.ready && this.options.hello) {
      this.drop();
      this.closed(CLOSED.refused);
    }
    if (waiting && message.t !== 'rejected') waiting.resolve(message);
  }

  private closed(code: number): void {
    this.stopTimers();
    this.ready = false;
    this.socket = undefined;
    for (const [id, waiting] of this.waiting) {
      if (!REPEATED.has(waiting.command.t)) continue;
      this.waiting.delete(id);
      waiting.reject(new Dropped('the connection was lost'));
    }
    if (this.ended) return;
    const final = FINAL[code];
    if (final) {
      this.ended = true;
      for (const waiting of this.waiting.values()) waiting.reject(new Dropped('the seat is closed'));
      this.waiting.clear();
      this.options.onStatus(final);
      return;
    }
    this.options.onStatus('lost');
    const random = this.options.random ?? Math.random;
    const pause = code === CLOSED.flood ? LONGEST_PAUSE : this.pause;
    this.again = setTimeout(() => this.connect(), pause * (0.75 + random() * 0.5));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private reconnect(pause: number): void {
    this.stopTimers();
    this.drop();
    this.again = setTimeout(() => this.connect(), pause);
  }

  /** Lets go of the socket; half-open ones may never say that they are closed. */
  private drop(): void {
    const socket = this.socket;
    this.socket = undefined;
    this.ready = false;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    if (socket.readyState <= OPEN) socket.close();
  }

  private suspect(): void {
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      this.drop();
      this.closed(1006);
    }, PATIENCE);
  }

  private calm(): void {
    clearTimeout(this.doubt);
  }

  private stopTimers(): void {
    clearInterval(this.beat);
    clearTimeout(this.doubt);
    clearTimeout(this.again);
  }

  private write(command: Command): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(command));
  }
}

const FINAL: Readonly<Record<number, Status>> = {
  [CLOSED.takenOver]: 'taken_over',
  [CLOSED.gone]: 'gone',
  [CLOSED.refused]: 'refused',
};

export type Asked<T extends Message['t']> = Kind<T>;
