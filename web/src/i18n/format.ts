// Filling the placeholders of a message: "{who} laid {cards}".

export interface Cards {
  readonly cards: readonly string[];
}
export type Param = string | number | Cards;
export type Params = Readonly<Record<string, Param>>;

/** The message cut at its placeholders; cards stay cards. */
export function pieces(text: string, params: Params): (string | Cards)[] {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part;
      const value = params[name];
      if (value === undefined) return '';
      return typeof value === 'object' ? value : String(value);
    });
}

/** The message as plain words, cards by their names. */
export function words(text: string, params: Params, name: (token: string) => string): string {
  return pieces(text, params)
    .map((piece) => (typeof piece === 'string' ? piece : piece.cards.map(name).join(', ')))
    .join('');
}

/** What stands for a name where there is room for one sign; an emoji of several code points is one. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
