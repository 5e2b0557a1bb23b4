// The messages by name, as the page uses them.

import type { Wire } from './wire';

export type {
  Answer,
  Checked,
  Clock,
  CommitInfo,
  DealScore,
  Event as TableEvent,
  Gain,
  Goal,
  LayInfo,
  May,
  MeldInfo,
  Part,
  ProofInfo,
  Rejected,
  Replayed,
  ReplayStep,
  ScorePart,
  SeatScore,
  SeatInfo,
  SeatWish,
  Snapshot,
  State,
  TableInfo,
  TableOptions,
  Update,
  Window as ClaimWindow,
} from './wire';

export type Command = Wire['command'];
export type Message = Wire['message'];
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A command before the connection has given it its id. */
export type Wish = Without<Command, 'id'>;
export type Kind<T extends Message['t']> = Extract<Message, { t: T }>;

/** Codes with which the server closes a socket. */
export const CLOSED = { takenOver: 4409, gone: 4404, refused: 4401, flood: 4429 } as const;
