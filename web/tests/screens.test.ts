import { beforeAll, describe, expect, it } from 'vitest';
import { cardName } from '../src/i18n/cards';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';
import { firstLetter } from '../src/i18n/format';
import { paragraphName, setLang, t } from '../src/i18n/index.svelte';
import { doings, twoOf, type Situation } from '../src/state/doing';
import { spread } from '../src/state/geometry';
import { placeOf } from '../src/state/places';
import { rulesOf, sections } from '../src/state/rules';
import { lines } from '../src/state/story';
import { targetsAt } from '../src/state/targets';
import type { Staged } from '../src/state/draft';
import type { Part, State, TableEvent } from '../src/net/messages';

beforeAll(() => setLang('en'));

describe('messages', () => {
  it('have the same placeholders in each language', () => {
    const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(new Set(holes(de[key])), key).toEqual(new Set(holes(en[key])));
      expect(de[key].trim(), key).not.toBe('');
    }
  });

  it('speak cards in the language chosen', async () => {
    expect(cardName('Qd')).toBe('queen of diamonds');
    expect(cardName('X=9h')).toBe('joker as 9 of hearts');
    expect(cardName('Xr=r7')).toBe('red joker as red 7');
    await setLang('de');
    expect(cardName('Qd')).toBe('Karo-Dame');
    expect(cardName('p12')).toBe('Lila 12');
    expect(t('n_points_many', { n: 3 })).toBe('3 Punkte');
    await setLang('en');
  });
});

describe('the spread of a hand', () => {
  // Visible strips at the widths of phones: rank and suit stay whole.
  it.each([
    [304, 52, 14, 2], [304, 52, 22, 3], [344, 58, 14, 2], [344, 58, 16, 2], [344, 58, 18, 3], [344, 58, 22, 3], [374, 62, 18, 2],
  ])('%i px, cards of %i, %i cards: %i rows', (width, card, cards, rows) => {
    const shape = spread(cards, width, card, false);
    expect(shape.rows).toBe(rows);
    expect(shape.strip).toBeGreaterThanOrEqual(36);
    expect(shape.strip * (shape.places - 1) + card).toBeLessThanOrEqual(width + 0.01);
    expect(shape.rows * shape.places).toBeGreaterThanOrEqual(cards);
  }); // prettier-ignore
});

describe('the action bar', () => {
  const base: State = {
    rev: 1, you: 0, deal: 1, dealer: 1, turn: 0, phase: 'play', to_act: [0], hand: ['2s', 'Kd'], hand_sizes: [2, 5], hands: null,
    stock: 9, discard: ['3h'], discarded_by: 1, table: [], opened: [false, false], taken: null, drawn_last: false, owed: 0, freed: null,
    extra: {}, totals: [], over: false, scores: [], match_over: false, winners: [], commit: '',
    may: { plain: [], discards: ['2s'], lays: [], swaps: [], meld: true },
  }; // prettier-ignore
  const now = (more: Partial<Situation>): Situation => ({ game: 'romme', state: base, names: ['A', 'B'], picked: [], staged: 0, verdict: undefined, readings: [], best: undefined, ...more });

  it('has at most one primary button, whatever is going on', () => {
    const reading = { action: 'meld 2s 2d 2c', kind: 'set', legal: true, points: 6 };
    const lay = { action: 'lay 2s on 1', kind: 'lay', legal: true };
    for (const picked of [[], ['2s'], ['2s', 'Kd']]) {
      for (const readings of [[], [reading], [lay]]) {
        for (const staged of [0, 1]) {
          for (const phase of ['draw', 'play', 'knock', 'layoff', 'wall']) {
            for (const plain of [[], ['draw', 'take'], ['take', 'pass'], ['knock'], ['pass']]) {
              const state = { ...base, phase, may: { ...base.may!, plain } };
              const list = doings(now({ state, picked, readings, staged }));
              expect(list.length).toBeGreaterThan(0);
              expect(list.filter((one) => one.primary && !one.off).length).toBeLessThanOrEqual(1);
            }
          }
        }
      }
    }
  });

  it('tells the two ends of a deal of gin apart', () => {
    const gin = (layoffs_done: boolean, more: Partial<Situation> = {}): ReturnType<typeof doings> =>
      doings(now({ game: 'gin', state: { ...now({}).state, phase: 'layoff', may: { plain: ['pass'], discards: [], lays: [], swaps: [], meld: false }, extra: { layoffs_done } }, ...more }));
    const verdict = { ok: true, parts: [], deadwood: 17 } as unknown as Situation['verdict'];
    expect(gin(false)[0]!).toMatchObject({ label: { key: 'finish_no_layoff' }, primary: true });
    const lays = [{ card: '6d', meld: 1, action: 'lay 6d on 1' }];
    const fits = { state: { ...now({}).state, phase: 'layoff', may: { plain: ['pass'], discards: [], lays, swaps: [], meld: false }, extra: { layoffs_done: false } } };
    expect(gin(false, fits)[0]!.primary).toBe(false);
    expect(gin(false, { ...fits, staged: 1, verdict })[0]!.primary).toBe(true);
    expect(gin(false, { staged: 1, verdict })[0]!.label.key).toBe('finish_layoff');
    expect(gin(true, { verdict })[0]!).toMatchObject({ label: { key: 'finish_count' }, sub: { params: { n: 17 } }, primary: true });
    const refused = { ok: false, parts: [{ action: 'pass', code: 'too_much_deadwood' }] } as unknown as Situation['verdict'];
    expect(gin(true, { verdict: refused })[0]!.off?.key).toBe('off_must_meld');
  });

  it('lays no part of a contract down, a joker swapped or not', () => {
    const swap = { action: 'swap 7h on 1', kind: 'swap' };
    const down = (...parts: object[]): string | undefined =>
      doings(now({ game: 'contract', staged: parts.length, verdict: { ok: true, parts, lacking: [1, 0] } as unknown as Situation['verdict'] })).find((one) => one.id === 'lay_down')?.off?.key;
    expect(down(swap, { action: 'meld 2c 2d X', kind: 'book' })).toBe('off_part_missing');
    expect(down({ action: 'meld 2c 2d 2h', kind: 'book' })).toBe('off_part_missing');
    expect(down(swap)).toBeUndefined();
  });

  it('keeps every button of a phone at its side when the picked cards are read', () => {
    const lay = { action: 'lay 2s on 1', kind: 'lay', legal: true };
    const meld = { action: 'meld 2s 2d 2c', kind: 'set', legal: true };
    const slot = (id: string): string => (id === 'lay' ? 'meld' : id);
    for (const game of ['romme', 'rummy17', 'contract', 'basic']) {
      for (const staged of [0, 1]) {
        for (const picked of [['2s'], ['2s', 'Kd'], ['2s', 'Kd', 'Kh']]) {
          const bar = (readings: Situation['readings']): string[] => twoOf(doings(now({ game, picked, staged, readings })), staged, picked.length).map((one) => slot(one.id));
          expect(bar([])).toEqual([staged ? 'lay_down' : 'discard', 'meld']);
          expect(bar([lay])).toEqual(bar([]));
          expect(bar([meld])).toEqual(bar([]));
        }
      }
      expect(twoOf(doings(now({ game, staged: 1 })), 1, 0).map((one) => one.id)).toEqual(['lay_down']);
      expect(twoOf(doings(now({ game })), 0, 0).map((one) => one.id)).toEqual(['discard', 'meld']);
    }
  });

  it('calls gin only where nothing is left over', () => {
    const may = { ...base.may!, plain: ['knock'] };
    const label = (best: object, picked: string[]): string => doings(now({ game: 'gin', state: { ...base, may }, picked, best: best as Situation['best'] }))[0]!.label.key;
    // Of eleven cards one goes to the pile: with one left over it is gin, with two it is not.
    expect(label({ parts: [], left: ['2c'] }, [])).toBe('gin_call');
    expect(label({ parts: [], left: ['Ad', '2c'] }, [])).toBe('knock');
    expect(label({ parts: [], left: [], without: '2c', points: 0 }, ['2c'])).toBe('gin_call');
    expect(label({ parts: [], left: ['Ad'], without: '2c', points: 1 }, ['2c'])).toBe('knock');
  });

  it('says why a card may not be discarded', () => {
    expect(doings(now({ picked: ['Kd'] })).find((one) => one.id === 'discard')?.off?.key).toBe('off_discard');
    expect(doings(now({ picked: ['2s'] })).find((one) => one.id === 'discard')?.primary).toBe(true);
    const staged = (verdict: object | undefined): string | undefined =>
      doings(now({ picked: ['2s'], staged: 1, verdict: verdict as Situation['verdict'] })).find((one) => one.id === 'discard')?.off?.key;
    expect(staged(undefined)).toBe('off_staged_first');
    expect(staged({ ok: true, parts: [] })).toBe('off_staged_first');
    expect(staged({ ok: true, parts: [{ kind: 'book' }], lacking: [1, 0] })).toBe('off_staged_back');
  });
});

describe('what has happened', () => {
  const act = (seq: number, text: string): TableEvent => ({ seq, kind: 'act', seat: 1, text }) as TableEvent;
  const deal = (seq: number): TableEvent => ({ seq, kind: 'deal', text: '' }) as TableEvent;
  const keys = (events: TableEvent[], table: { cards: string[] }[] = []): string[] => lines(events, table, 0).map((line) => line.words.key);

  it('tells a pass from the end of laying out after a knock', () => {
    expect(keys([act(1, 'pass'), act(2, 'knock'), act(3, 'pass'), deal(4), act(5, 'pass')])).toEqual(['log_pass', 'log_knock', 'log_counted', 'log_deal', 'log_pass']);
  });

  it('tells whose claim was granted: after the last answer, before the draw of the seat in turn', () => {
    const act = (seq: number, seat: number, text: string, shown: object[] = [], hidden: object[] = []): TableEvent => ({ seq, kind: 'act', seat, text, shown, hidden }) as unknown as TableEvent;
    const got = [{ seat: 2, card: '4d' }];
    const penalty = { seat: 2, card: null };
    const told = lines([
      act(1, 2, 'claim'), act(2, 1, 'decline', got, [penalty]),
      act(3, 1, 'draw', got, [penalty, { seat: 1, card: null }]),
      act(4, 2, 'claim', got),
      act(5, 1, 'discard 7h', got),
      act(6, 1, 'take', [{ seat: 1, card: '9s' }]),
    ], [], 0); // prettier-ignore
    expect(told.map((one) => `${one.seat} ${one.words.key}`)).toEqual([
      '2 log_claim', '1 log_decline', '2 log_got_more',
      '2 log_got_more', '1 log_draw',
      '2 log_claim', '2 log_got',
      '2 log_got', '1 log_discard',
      '1 log_take',
    ]); // prettier-ignore
    expect(told[2]!.words.params).toEqual({ cards: { cards: ['4d'] }, n: 1 });
    expect(new Set(told.map((one) => one.id)).size).toBe(told.length);
    expect(lines([act(2, 1, 'decline', got)], [], 2).map((one) => one.words.key)).toEqual(['log_decline', 'log_you_got']);
  });

  it('names a meld by its ends, and none of a deal that is over', () => {
    const table = [{ cards: ['5d', '6d', '7d'] }];
    const [before, , after] = lines([act(1, 'lay 9s on 1'), deal(2), act(3, 'lay 8d on 1')], table, 0);
    expect(before!.words.key).toBe('log_lay_any');
    expect(after!.words).toEqual({ key: 'log_lay', params: { cards: { cards: ['8d'] }, low: { cards: ['5d'] }, high: { cards: ['7d'] } } });
  });
});

describe('the melds cards were laid off on', () => {
  it('are told as they were then, whatever came later', () => {
    const act = (seq: number, text: string): TableEvent => ({ seq, kind: 'act', seat: 1, text }) as TableEvent;
    // 3d-5d was laid, grew by 6d, 7d and the joker as 2d, whose place 2d took; the other meld is a set.
    const events = [act(1, 'meld 3d 4d 5d'), act(2, 'lay 6d on 1'), act(3, 'lay X=2d on 1'), act(4, 'meld 9c 9d 9h'), act(5, 'swap 2d on 1'), act(6, 'lay 7d on 1'), act(7, 'lay 9s on 2')];
    const table = [{ cards: ['2d', '3d', '4d', '5d', '6d', '7d'] }, { cards: ['9c', '9d', '9h', '9s'] }];
    const on = lines(events, table, 0).flatMap(({ seq, words: { key, params } }) => (key === 'log_lay' ? [[seq, params!['low'], params!['high']]] : []));
    const ends = (low: string, high: string): object[] => [{ cards: [low] }, { cards: [high] }];
    expect(on).toEqual([[2, ...ends('3d', '5d')], [3, ...ends('3d', '6d')], [6, ...ends('2d', '6d')], [7, ...ends('9c', '9h')]]);
  });
});

describe('the places of a meld', () => {
  it('are at its ends as they are with what is staged for it', () => {
    const lay = (action: string): Part => ({ action, kind: 'lay', legal: true }) as unknown as Part;
    const staged = (action: string, meld: number): Staged => ({ action, kind: 'lay', points: 0, cards: [action.split(' ')[1]!], ids: [], meld });
    const long = ['5d', '6d', 'X=7d', 'X=8d', '9d', 'Td', 'Jd', 'Qd', 'Kd'];
    const lit = [lay('lay X=2d on 1'), lay('lay X=Ad on 1')];
    const ends = (items: Staged[]): string[] => targetsAt(lit, 1, long, items).map((one) => one.end);
    // The two is nearer to the king than to the five, but the four and the three lie in the tray.
    expect(ends([staged('lay X=4d on 1', 1), staged('lay 3d on 1', 1)])).toEqual(['low', 'high']);
    expect(ends([staged('lay 4c on 2', 2), staged('lay 3c on 2', 2), staged('lay 4d on 1', 1), staged('lay 3d on 1', 1)])).toEqual(['low', 'high']);
  });
});

describe('the letter of a name', () => {
  it.each([['anna', 'A'], [' élise', 'É'], ['e\u0301lise', 'E\u0301'], ['👩‍👧‍👦 Ann', '👩‍👧‍👦'], ['🇩🇪', '🇩🇪'], ['', '?']])('%s: %s', (name, letter) => {
    expect(firstLetter(name)).toBe(letter);
  }); // prettier-ignore
});

describe('addresses', () => {
  it('are read', () => {
    const at = (path: string): unknown => placeOf(new URL(path, 'https://cards.example'));
    expect(at('/')).toEqual({ at: 'lobby' });
    expect(at('/#/t/K7MP-3XQD')).toEqual({ at: 'table', code: 'K7MP-3XQD' });
    expect(at('/t/K7MP-3XQD')).toEqual({ at: 'table', code: 'K7MP-3XQD' });
    expect(at('/#/seat/K7MP-3XQD/secret')).toEqual({ at: 'seat', code: 'K7MP-3XQD', token: 'secret' });
    expect(at('/#/t/%E0%A4%A')).toEqual({ at: 'table', code: '%E0%A4%A' });
    for (const path of ['/#/xyz', '/#/t/', '/#/seat/K7MP-3XQD', '/t/K7MP-3XQD#/xyz']) expect(at(path), path).toEqual({ at: 'nowhere' });
  });
});

describe('the pages of the rules', () => {
  it('are cut into their paragraphs, without code', () => {
    const found = sections('# Game\n\nIntro `x`.\n\n## Der Zug {The turn}\n\n1. draw\n2. play\n\n```example\n- no\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n');
    expect(found.map((one) => [one.id, one.title])).toEqual([['Game', 'Game'], ['The turn', 'Der Zug']]);
    expect(found[1]!.blocks).toEqual([
      { kind: 'list', ordered: true, items: ['draw', 'play'] },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    ]);
  });

  it('call options as the form of house rules does', () => {
    const [intro] = sections('# Game\n\nWith ten (`knock_card`), unless `throw_back=forbidden` or `auto_lay=true`; see `deals`, `take`.\n');
    expect(intro!.blocks).toEqual([
      { kind: 'text', text: 'With ten, unless “Throwing the taken card back: not allowed” or “Melds are laid by themselves: yes”; see “Deals in a match”, take.' },
    ]);
  });

  it.each(['romme', 'rummy17', 'contract', 'gin', 'seven_card', 'basic'])('have the same paragraphs in German, named as in refusals: %s', async (game) => {
    const english = await rulesOf(game, 'en');
    const german = await rulesOf(game, 'de');
    expect(german.map((one) => one.id)).toEqual(english.map((one) => one.id));
    expect(english.flatMap((one) => one.blocks).some((block) => block.kind === 'text' && /command line|notation/.test(block.text))).toBe(false);
    expect(JSON.stringify([english, german])).not.toMatch(/OpenSpiel|[a-z]_[a-z]|(?<!X)[a-z]=[a-z0-9]/);
    await setLang('de');
    for (const one of german.slice(1)) expect(paragraphName(one.id)).toBe(one.title);
    await setLang('en');
  });
});
