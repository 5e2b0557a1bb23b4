// Records the positions of fixture/data from a running server: `node shots/record.mjs [URL]`.
// It plays each game by the server's hints until something worth showing is at hand.

import { writeFileSync } from 'node:fs';
import { launch, repeat } from './browser.mjs';

const base = process.argv[2] ?? 'http://127.0.0.1:8000';
const only = process.argv[3]?.split(',');
let counter = 0;

async function command(body, token) {
  counter += 1;
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${base}/api/command`, { method: 'POST', headers, body: JSON.stringify({ ...body, id: `r${counter}` }) });
  return response.json();
}
const snapshot = async (token) => (await fetch(`${base}/api/snapshot`, { headers: { authorization: `Bearer ${token}` } })).json();

/** What each recording waits for, and what is then done on the page. */
const stages = (hint) => hint.some((action) => /^(meld|lay|swap)/.test(action));
const turns = (events) => events.filter((event) => event.kind === 'act' && event.text.startsWith('discard')).length;
const stageHint = (state, hint) => [{ press: 'i' }, ...(stages(hint) ? [{ click: 'dialog .btn.primary' }] : [{ press: 'Escape' }])];
const pick = (token) => ({ click: `.hand-list [data-card="${token}"]` });

const PLANS = [
  { name: 'romme', game: 'romme', seats: 2, ready: (s, hint) => s.phase === 'play' && s.table.length >= 3 && !s.opened[0] && hint.filter((a) => a.startsWith('meld')).length > 1, steps: stageHint },
  { name: 'rummy17', game: 'rummy17', seats: 4, ready: (s, hint) => s.phase === 'play' && s.table.length >= 4 && s.opened[0] && hint.some((a) => a.startsWith('lay')), steps: (s, hint) => [pick(hint.find((a) => a.startsWith('lay')).split(' ')[1])] },
  { name: 'rummy17-claim', game: 'rummy17', seats: 4, window: true, ready: (s) => s.window && s.window.least > 400 && s.may?.plain.includes('claim') && s.turn !== 0 && s.table.length >= 2, steps: () => [] },
  { name: 'contract', game: 'contract', seats: 5, ready: (s) => s.phase === 'draw' && s.may?.plain.includes('take') && s.table.length >= 4 && !s.opened[0], steps: () => [] },
  { name: 'contract-play', game: 'contract', seats: 4, ready: (s, hint) => s.phase === 'play' && s.table.length >= 2 && !s.opened[0] && hint.filter((a) => a.startsWith('meld')).length > 1, steps: stageHint },
  { name: 'gin', game: 'gin', seats: 2, ready: (s, hint, e) => s.phase === 'play' && turns(e) >= 4 && s.may.plain.includes('knock'), steps: (s, hint, best) => [pick(best.left.at(-1) ?? s.may.discards[0])] },
  { name: 'seven_card', game: 'seven_card', seats: 4, ready: (s, hint, e, best) => s.phase === 'play' && turns(e) >= 8 && best.left.length === 2, steps: (s, hint, best) => [pick(best.left[0])] },
  { name: 'basic', game: 'basic', seats: 3, ready: (s, hint) => s.phase === 'play' && s.table.length >= 3 && hint.some((a) => a.startsWith('lay')), steps: (s, hint) => [pick(hint.find((a) => a.startsWith('lay')).split(' ')[1])] },
  { name: 'score', game: 'romme', seats: 2, over: true, ready: (s) => s.deal >= 4 && s.scores[0] > 20, steps: () => [] },
]; // prettier-ignore

async function position(plan) {
  const end = Date.now() + 150_000;
  while (Date.now() < end) {
    const seats = [{ kind: 'me' }, ...Array.from({ length: plan.seats - 1 }, () => ({ kind: 'bot', level: 'beginner' }))];
    const seated = await command({ t: 'create', game: plan.game, name: 'Robin', rules: {}, seats, options: { pace: 0, window: plan.window ? 0.6 : 0 } });
    const { token } = seated.seats[0];
    for (let n = 0; n < 2000 && Date.now() < end; n += 1) {
      const message = await snapshot(token);
      const { state, events } = message;
      if (state.over) {
        if (plan.over && plan.ready(state)) return { token, code: seated.code, message, steps: [] };
        if (state.match_over) break;
        await command({ t: 'next' }, token);
        await new Promise((done) => setTimeout(done, 60));
        continue;
      }
      const mine = state.may && state.to_act.includes(0);
      if (!mine) {
        await new Promise((done) => setTimeout(done, 40));
        continue;
      }
      const hint = (await command({ t: 'ask', what: 'hint' }, token)).parts?.map((part) => part.action) ?? [];
      const best = await command({ t: 'ask', what: 'best' }, token);
      if (!plan.over && plan.ready(state, hint, events, best)) return { token, code: seated.code, message, steps: plan.steps(state, hint, best) };
      const other = state.may.plain.find((one) => one !== 'claim') ?? `discard ${state.may.discards[0]}`;
      const done = await command({ t: 'act', actions: [hint[0] ?? other] }, token);
      if (done.t === 'rejected') await command({ t: 'act', actions: [other] }, token);
    }
  }
  throw new Error(`nothing to show for ${plan.name}`);
}

const keyOf = (ask) => [ask.what, [...(ask.cards ?? [])].sort().join(' '), (ask.actions ?? []).join(', ')].join(' | ');

function save(plan, steps, seen, answers) {
  const recording = { game: plan.game, steps, snapshot: { ...seen, events: seen.events.slice(-40), kept: '', id: '' }, answers };
  writeFileSync(new URL(`../fixture/data/${plan.name}.json`, import.meta.url), `${JSON.stringify(recording, null, 1)}\n`);
  console.log(plan.name, steps.length);
}

const browser = await launch();
for (const plan of PLANS.filter((one) => !only || only.includes(one.name))) {
  const found = await position(plan).catch((error) => console.log(error.message));
  if (!found) continue;
  const { token, code, message, steps } = found;
  if (plan.window || plan.over) {
    save(plan, [], message, {});
    continue;
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const asked = new Map();
  const answers = {};
  let seen = message;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const sent = JSON.parse(payload);
      if (sent.t === 'ask') asked.set(sent.id, keyOf(sent));
    });
    socket.on('framereceived', ({ payload }) => {
      const got = JSON.parse(payload);
      if (got.t === 'snapshot') seen = got;
      if (got.t === 'answer') answers[asked.get(got.id)] = { ...got, id: undefined };
    });
  });
  await page.goto(`${base}/#/seat/${code}/${token}`);
  await page.waitForTimeout(1000);
  await repeat(page, steps);
  await page.waitForTimeout(400);
  await page.close();
  save(plan, steps, seen, answers);
}
await browser.close();
