import { cardName, spoken } from '../i18n/cards';
import { count, message, t } from '../i18n/index.svelte';
import type { Params } from '../i18n/format';
import type { State, TableInfo } from '../net/messages';
import type { Prompt } from '../state/prompt';
import type { Line } from '../state/story';
import { seatName } from './names';

/** Whose turn it is and what to do, as a sentence for the ear. */
export const toDo = (prompt: Prompt): string => `${t(prompt.pill.key)}. ${spoken(message(prompt.text.key), prompt.text.params ?? {})}`;

/** What fills the words of a line. */
export const facts = (line: Line, info: TableInfo): Params => ({ who: info.seats[line.seat ?? -1]?.name ?? '', ...line.words.params });

/** What has happened, as a sentence for the ear. */
export const told = (line: Line, info: TableInfo): string => spoken(message(line.words.key), facts(line, info));

/** "Where are we": the whole table in a few sentences, read when asked for. */
export function where(prompt: Prompt, info: TableInfo, deal: State, story: readonly Line[]): string {
  const top = deal.discard[0];
  const parts = [
    toDo(prompt),
    info.seats.map((_, seat) => `${seatName(info, seat, deal.you)}: ${count('n_cards', deal.hand_sizes[seat] ?? 0)}`).join('; '),
    t('where_stock', { n: deal.stock }),
    top && t('where_top', { card: cardName(top) }),
    ...story.slice(-3).map((line) => told(line, info)),
  ];
  return parts.flatMap((part) => part || []).map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(' ');
}
