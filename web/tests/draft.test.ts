import { describe, expect, it } from 'vitest';
import * as drafts from '../src/state/draft';

const item = (action: string, ...ids: string[]): drafts.Staged => ({ action, kind: 'set', points: 6, cards: [], ids });

describe('the tray', () => {
  it('undoes and redoes step by step', () => {
    let draft = drafts.EMPTY;
    const states = [draft.items];
    for (const name of ['a', 'b', 'c']) {
      draft = drafts.stage(draft, item(name, `${name}#0`));
      states.push(draft.items);
    }
    for (let at = 2; at >= 0; at -= 1) {
      draft = drafts.undo(draft);
      expect(draft.items).toEqual(states[at]);
    }
    expect(drafts.undo(draft)).toBe(draft);
    for (let at = 1; at <= 3; at += 1) {
      draft = drafts.redo(draft);
      expect(draft.items).toEqual(states[at]);
    }
    expect(drafts.redo(draft)).toBe(draft);
  });

  it('holds a card once: staging it elsewhere takes back where it was', () => {
    let draft = drafts.stage(drafts.EMPTY, item('a', '1', '2', '3'));
    draft = drafts.stage(draft, item('b', '3', '4', '5'));
    expect(drafts.actions(draft)).toEqual(['b']);
    expect([...drafts.away(draft)]).toEqual(['3', '4', '5']);
  });

  it('takes back the play a card lies in, and that can be undone', () => {
    const draft = drafts.stage(drafts.stage(drafts.EMPTY, item('a', '1')), item('b', '2'));
    const less = drafts.unstageCard(draft, '1');
    expect(drafts.actions(less)).toEqual(['b']);
    expect(drafts.actions(drafts.undo(less))).toEqual(['a', 'b']);
    expect(drafts.unstageCard(less, 'unknown')).toBe(less);
  });

  it('can be undone step by step after the page was opened anew', () => {
    let draft = drafts.drafted([item('a', '1'), item('b', '2'), item('c', '3')]);
    for (const left of [['a', 'b'], ['a'], []]) {
      draft = drafts.undo(draft);
      expect(drafts.actions(draft)).toEqual(left);
    }
    expect(drafts.undo(draft)).toBe(draft);
  });

  it('lets go of plays whose cards have left the hand', () => {
    const draft = drafts.stage(drafts.stage(drafts.EMPTY, item('a', '1')), item('b', '2'));
    expect(drafts.keepHeld(draft, new Set(['1', '2']))).toBe(draft);
    const after = drafts.keepHeld(draft, new Set(['2']));
    expect(drafts.actions(after)).toEqual(['b']);
    expect(drafts.actions(drafts.undo(after))).toEqual([]);
    expect(drafts.undo(drafts.undo(after))).toEqual(drafts.undo(after));
  });

  it('lays off on a staged meld, and takes that back with it', () => {
    const lay: drafts.Staged = { ...item('lay 8s on 5', '8s'), meld: 5, onto: 'e' };
    let draft = drafts.stage(drafts.EMPTY, item('meld 3c 3d 3h', 'a', 'b', 'c'));
    draft = drafts.stage(draft, item('meld 5s 6s 7s', 'e', 'f', 'g'));
    draft = drafts.stage(draft, lay);
    // Three melds lie on the table: the fourth is taken back, and the fifth becomes the fourth.
    const less = drafts.unstage(draft, 0);
    expect(drafts.actions(less)).toEqual(['meld 5s 6s 7s', 'lay 8s on 4']);
    expect(less.items[1]!.meld).toBe(4);
    expect(drafts.actions(drafts.undo(less))).toEqual(['meld 3c 3d 3h', 'meld 5s 6s 7s', 'lay 8s on 5']);
    expect(drafts.actions(drafts.unstage(draft, 1))).toEqual(['meld 3c 3d 3h']);
    expect(drafts.actions(drafts.unstage(draft, 2))).toEqual(['meld 3c 3d 3h', 'meld 5s 6s 7s']);
    // All at once, as a hint brings them: nothing is renumbered.
    expect(drafts.actions(drafts.replace(drafts.EMPTY, draft.items))).toEqual(drafts.actions(draft));
  });
});
