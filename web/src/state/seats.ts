// The seats of this device: which tables it can go back to, and with which tokens.

export interface Seat {
  readonly code: string;
  readonly game: string;
  readonly seat: number;
  readonly token: string;
  readonly name: string;
  /** When it was last opened, for the order of the list. */
  readonly at: number;
}

const STORE = 'upcard.seats';
const MOST = 12;

export function seats(): Seat[] {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as Seat[]) : [];
  } catch {
    return [];
  }
}

function write(list: readonly Seat[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Without storage a reload finds the seat in the address.
  }
}

export function remember(seat: Seat): void {
  write([seat, ...seats().filter((other) => other.token !== seat.token)]);
}

export const forget = (code: string): void => write(seats().filter((other) => other.code !== code));
export const forgetSeat = (token: string): void => write(seats().filter((other) => other.token !== token));

export const seatsOf = (code: string): Seat[] => {
  const wanted = plainCode(code);
  return seats().filter((seat) => plainCode(seat.code) === wanted);
};

/** Case and dash of a code do not matter. */
export const plainCode = (code: string): string => code.replace(/[^0-9a-z]/gi, '').toUpperCase();
