// Following a table by its numbered events. Pure: what to do with a message, given what is known.

import type { Snapshot, State, TableEvent, TableInfo, Update } from '../net/messages';

export interface Known {
  readonly seq: number;
  readonly info: TableInfo | undefined;
  readonly state: State | undefined;
  readonly events: readonly TableEvent[];
}

export const NOTHING: Known = { seq: -1, info: undefined, state: undefined, events: [] };

export interface Step {
  readonly known: Known;
  /** Events not seen before, to be shown and spoken. */
  readonly fresh: readonly TableEvent[];
  /** A number is missing: ask for a snapshot; nothing was applied. */
  readonly gap: boolean;
}

export function takeSnapshot(known: Known, message: Snapshot): Step {
  const fresh = known.seq < 0 ? [] : message.events.filter((event) => event.seq > known.seq);
  return {
    known: {
      seq: message.seq,
      info: message.table,
      state: message.state ?? undefined,
      events: message.events,
    },
    fresh,
    gap: false,
  };
}

export function takeUpdate(known: Known, message: Update): Step {
  if (known.seq < 0) return { known, fresh: [], gap: true };
  const fresh = message.events.filter((event) => event.seq > known.seq);
  const first = fresh[0];
  if (message.seq < known.seq) return { known, fresh: [], gap: false };
  if ((first && first.seq !== known.seq + 1) || (!first && message.seq > known.seq)) {
    return { known, fresh: [], gap: true };
  }
  const begun = fresh.findLastIndex((event) => event.kind === 'deal' || event.kind === 'match');
  const events = begun < 0 ? [...known.events, ...fresh] : fresh.slice(begun);
  return {
    known: { ...known, seq: message.seq, state: message.state ?? undefined, events },
    fresh,
    gap: false,
  };
}

/** A heartbeat that names a number we have not seen. */
export const missed = (known: Known, seq: number): boolean => known.seq >= 0 && seq > known.seq;
