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

  it('lets go of plays whose cards have left the hand', () => {
    const draft = drafts.stage(drafts.stage(drafts.EMPTY, item('a', '1')), item('b', '2'));
    expect(drafts.keepHeld(draft, new Set(['1', '2']))).toBe(draft);
    const after = drafts.keepHeld(draft, new Set(['2']));
    expect(drafts.actions(after)).toEqual(['b']);
    expect(after.past).toEqual([]);
  });
});
