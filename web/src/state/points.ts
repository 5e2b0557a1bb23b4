// Numbers of the score sheet, with a minus that is as wide as the plus.

/** Points of a deal; where few are good they carry no plus. */
export const signed = (n: number, lowest: boolean): string => (n < 0 ? `−${-n}` : lowest || n === 0 ? `${n}` : `+${n}`);
export const total = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);
