import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, Dropped, Refusal, type Socket, type Status } from '../src/net/connection';
import type { Command, Message } from '../src/net/messages';

class FakeSocket implements Socket {
  readyState = 0;
  sent: Command[] = [];
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Command);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.({});
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drops(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  welcomes(): void {
    const hello = this.sent.find((command) => command.t === 'hello')!;
    this.says({ t: 'welcome', id: hello.id, you: 0, protocol: 1, server: 'x', heartbeat: 10, phrases: [] });
  }
}

let sockets: FakeSocket[];
let statuses: Status[];
let messages: Message[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  statuses = [];
  messages = [];
  connection = new Connection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    hello: () => ({ t: 'hello', token: 'a-token-of-some-length' }),
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
    random: () => 0.5,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const last = (): FakeSocket => sockets.at(-1)!;
const acts = (socket: FakeSocket): Command[] => socket.sent.filter((command) => command.t === 'act');

describe('the connection', () => {
  it('says hello first and sends nothing before it is welcome', async () => {
    const answer = connection.send({ t: 'act', actions: ['draw'], rev: 3 });
    last().opens();
    expect(last().sent.map((command) => command.t)).toEqual(['hello']);
    last().welcomes();
    const [act] = acts(last());
    last().says({ t: 'ack', id: act!.id, seq: 4, rev: 4 });
    await expect(answer).resolves.toMatchObject({ t: 'ack', rev: 4 });
    expect(statuses).toEqual(['connecting', 'open']);
  });

  it('sends an unanswered command again under the same id, and a question not', async () => {
    last().opens();
    last().welcomes();
    const done = connection.send({ t: 'act', actions: ['draw'] });
    const asked = connection.send({ t: 'ask', what: 'hint' });
    const first = acts(last())[0]!;
    last().drops();
    await expect(asked).rejects.toBeInstanceOf(Dropped);
    expect(statuses.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(300);
    last().opens();
    last().welcomes();
    expect(sockets).toHaveLength(2);
    expect(acts(last()).map((command) => command.id)).toEqual([first.id]);
    expect(last().sent.some((command) => command.t === 'ask')).toBe(false);
    last().says({ t: 'ack', id: first.id, seq: 1, rev: 1 });
    await expect(done).resolves.toMatchObject({ t: 'ack' });
  });

  it('turns a refusal into an error with its code', async () => {
    last().opens();
    last().welcomes();
    const done = connection.send({ t: 'act', actions: ['draw'] });
    last().says({ t: 'rejected', id: acts(last())[0]!.id, code: 'already_drawn', sentence: 'no' });
    await expect(done).rejects.toBeInstanceOf(Refusal);
  });

  it('waits longer and longer, but never gives up', async () => {
    for (let n = 0; n < 8; n += 1) {
      last().drops();
      await vi.advanceTimersByTimeAsync(8_100);
    }
    expect(sockets.length).toBeGreaterThanOrEqual(9);
    expect(statuses.every((status) => status === 'connecting' || status === 'lost')).toBe(true);
  });

  it('notices a socket that is half open by its heartbeat', async () => {
    last().opens();
    last().welcomes();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(last().sent.at(-1)?.t).toBe('ping');
    await vi.advanceTimersByTimeAsync(4_600);
    expect(sockets).toHaveLength(2);
    expect(statuses).toContain('lost');
  });

  it('does not come back by itself when the seat was opened elsewhere', async () => {
    last().opens();
    last().welcomes();
    last().drops(4409);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    expect(statuses.at(-1)).toBe('taken_over');
    await expect(connection.send({ t: 'act', actions: ['draw'] })).rejects.toBeInstanceOf(Dropped);
    connection.comeBack();
    await vi.advanceTimersByTimeAsync(10);
    expect(sockets).toHaveLength(2);
    last().opens();
    last().welcomes();
    expect(acts(last())).toEqual([]);
  });

  it('takes a hello that is none for a refusal', () => {
    last().opens();
    last().says({ t: 'rejected', id: last().sent[0]!.id, code: 'malformed', sentence: 'no' });
    expect(statuses.at(-1)).toBe('refused');
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
  });
});
