// What a seat asks the server about its picked cards, its tray and its hand, and what it was told.

import { Dropped, Refusal } from '../net/connection';
import type { Answer, Message, Part, State, TableInfo, Wish } from '../net/messages';
import { counting, type Best } from './doing';
import { actions, type Draft } from './draft';
import { tokenOf, withJokers } from './lent';

const CHECK_DELAY = 80;
/** Longest time a button waits for an answer; what was meant then is no longer what would be done. */
const PATIENCE = 3_000;

/** What the questions are about, as it is at the moment of asking. */
export interface Asker {
  readonly info: TableInfo | undefined;
  readonly deal: State | undefined;
  readonly mine: boolean;
  readonly selected: ReadonlySet<string>;
  readonly draft: Draft;
  send<T extends Message>(wish: Wish): Promise<T>;
}

export class Questions {
  /** What the server says of the staged plays, of the selected cards, and of the whole hand. */
  verdict = $state.raw<Answer>();
  readings = $state.raw<readonly Part[]>([]);
  best = $state.raw<Best>();
  hints = $state.raw<readonly Part[]>();
  /** The hints go on from what was staged; otherwise they are instead of it. */
  onTop = false;
  /** The picked cards the readings are about are still being asked for. */
  checking = $state(false);

  private asked = 0;
  private bestKey = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];

  constructor(private readonly of: Asker) {}

  /** Picks, tray or deal have changed: asks again after `delay` ms. */
  check(delay = CHECK_DELAY): void {
    clearTimeout(this.timer);
    // Answers on their way are about cards and a tray that have changed since.
    this.asked += 1;
    this.checking = this.of.selected.size > 0;
    if (this.of.selected.size === 0) this.readings = [];
    if (this.toJudge().length === 0) this.verdict = undefined;
    this.timer = setTimeout(() => void this.askNow(), delay);
  }

  /** The server has said what the picked cards make; a quick hand has to wait for that. */
  async settled(): Promise<void> {
    if (!this.checking) return;
    await new Promise<void>((done) => {
      this.waiting.push(done);
      setTimeout(done, PATIENCE);
    });
  }

  /** What the verdict is asked for: the staged plays, and after a knock of gin the pass that ends them. */
  private toJudge(): string[] {
    const { deal, mine } = this.of;
    const staged = actions(this.of.draft);
    return mine && deal && counting(deal) ? [...staged, 'pass'] : staged;
  }

  private async askNow(): Promise<void> {
    const mine = this.asked;
    const staged = actions(this.of.draft);
    const judged = this.toJudge();
    const cards = [...this.of.selected].map(tokenOf);
    const [verdict, readings, best] = await Promise.all([
      judged.length ? this.ask({ t: 'ask', what: 'staged', actions: judged }) : undefined,
      cards.length ? this.ask({ t: 'ask', what: 'cards', cards, actions: staged }) : undefined,
      this.askBest(staged, cards),
    ]);
    if (mine !== this.asked) return;
    this.verdict = verdict;
    this.best = best?.answer;
    this.bestKey = best?.key ?? '';
    this.readings = withJokers(readings?.parts ?? [], cards);
    this.checking = false;
    for (const done of this.waiting.splice(0)) done();
  }

  private ask(wish: Wish): Promise<Answer | undefined> {
    return this.of.send<Answer>(wish).catch((error: unknown) => {
      if (error instanceof Refusal || error instanceof Dropped) return undefined;
      throw error;
    });
  }

  /** The best grouping of what is not staged; in gin without the card picked for the discard. */
  private async askBest(staged: readonly string[], cards: readonly string[]): Promise<{ key: string; answer: Best | undefined } | undefined> {
    const { deal, info } = this.of;
    const game = info?.game;
    if (!deal?.hand?.length || deal.over || !wantsBest(game)) return undefined;
    const without = game === 'gin' && cards.length === 1 && deal.may?.discards.includes(cards[0]!) && deal.phase === 'play' ? cards[0] : undefined;
    const key = [deal.deal, deal.phase, [...deal.hand].sort().join(' '), without ?? '', ...staged].join(';');
    if (key === this.bestKey && this.best) return { key, answer: this.best };
    if (without !== undefined) {
      const after = await this.ask({ t: 'ask', what: 'best', actions: [`discard ${without}`] });
      if (after) return { key, answer: { ...after, without } };
    }
    return { key, answer: await this.ask({ t: 'ask', what: 'best', actions: [...staged] }) };
  }

  /** Why the seat may not do this now, as the server says it. */
  async whyNot(action: string): Promise<Part | undefined> {
    const answer = await this.ask({ t: 'ask', what: 'staged', actions: [...actions(this.of.draft), action] });
    return answer?.parts.find((part) => !part.legal && part.code);
  }

  /** What a sensible player would do after what is staged; where that cannot be, instead of it. */
  async hint(): Promise<void> {
    const staged = actions(this.of.draft);
    const ask = (actions: string[]): Promise<Answer> => this.of.send<Answer>({ t: 'ask', what: 'hint', actions });
    const after = staged.length > 0 ? await ask(staged).catch((error: unknown) => (error instanceof Refusal ? undefined : Promise.reject(error))) : undefined;
    this.hints = (after ?? (await ask([]))).parts;
    this.onTop = after !== undefined;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}

/** Games in which the hand itself shows its grouping. */
const wantsBest = (game: string | undefined): boolean => game === 'gin' || game === 'seven_card';
