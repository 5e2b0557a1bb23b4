// Screenshots of each game's table in mid-play, and axe over each screen: `npm run shots`.
// Needs `npm run fixture` first. Pictures go to shots/out; the exit code is 1 where axe finds fault.
// `npm run screens` writes those of docs/screens instead, without axe.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, repeat } from './browser.mjs';
import { serve } from './serve.mjs';

const docs = process.argv.includes('--docs');
const out = fileURLToPath(new URL(docs ? '../../docs/screens' : './out', import.meta.url));
const data = new URL('../fixture/data/', import.meta.url);
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

mkdirSync(out, { recursive: true });
const { server, base } = await serve();

const only = process.argv.slice(2).find((word) => !word.startsWith('--'))?.split(',');
const names = ['lobby', ...readdirSync(data).map((name) => name.replace('.json', '')).filter((name) => !docs || name !== 'hand-of-22')].filter((name) => !only || only.includes(name));
const LOOKS = [
  { size: [1280, 800] },
  { size: [360, 640], touch: true },
  { size: [1280, 800], dark: true, lang: 'de', tag: '-dark-de' },
  { size: [320, 568], lang: 'de', tag: '-de', axeOnly: false },
].slice(0, docs ? 2 : 4);

/** WebP is a fifth of a PNG, and the felt stays smooth. */
async function picture(page, context, name) {
  if (!docs) return page.screenshot({ path: join(out, `${name}.png`) });
  const session = await context.newCDPSession(page);
  const { data: image } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 84 });
  writeFileSync(join(out, `${name}.webp`), Buffer.from(image, 'base64'));
}
let faults = 0;
const browser = await launch();
for (const name of names) {
  const steps = name === 'lobby' ? [] : JSON.parse(readFileSync(new URL(`${name}.json`, data), 'utf8')).steps;
  for (const look of LOOKS) {
    const [width, height] = look.size;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: look.dark ? 'dark' : 'light', locale: look.lang ?? 'en', hasTouch: !!look.touch, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const tag = `${name} ${width}x${height}${look.tag ?? ''}`;
    page.on('pageerror', (error) => {
      faults += 1;
      console.log(tag, error.message);
    });
    await page.goto(`${base}?show=${name}`);
    await page.waitForSelector(name === 'lobby' ? '.tiles' : '.table', { timeout: 8000 });
    await page.waitForTimeout(300);
    await repeat(page, steps);
    await page.waitForTimeout(250);
    await picture(page, context, `${name}-${width}x${height}${look.tag ?? ''}`);
    const scroll = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    if (scroll[0] > 0 || (name !== 'lobby' && scroll[1] > 0)) {
      faults += 1;
      console.log(tag, 'scrolls', scroll.join(' '));
    }
    if (docs) {
      await context.close();
      continue;
    }
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
    for (const violation of found.violations) {
      faults += 1;
      console.log(tag, violation.id, violation.nodes.slice(0, 2).map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join('; '));
    }
    await context.close();
  }
}
await browser.close();
server.close();
console.log(`${names.length * LOOKS.length} screenshots, ${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
