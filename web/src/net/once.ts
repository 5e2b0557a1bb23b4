// One command on a socket of its own, for those who have no seat yet.

import { Connection, Dropped, type Socket } from './connection';
import type { Kind, Message, Wish } from './messages';

export async function once<T extends Message['t']>(open: () => Socket, wish: Wish): Promise<Kind<T>> {
  let lost: (error: Error) => void = () => undefined;
  const gone = new Promise<never>((_, reject) => (lost = reject));
  const connection = new Connection({
    open,
    hello: undefined,
    onMessage: () => undefined,
    onStatus: (status) => {
      if (status !== 'open' && status !== 'connecting') lost(new Dropped('the server cannot be reached'));
    },
  });
  try {
    return await Promise.race([connection.send<Kind<T>>(wish), gone]);
  } finally {
    connection.close();
  }
}
