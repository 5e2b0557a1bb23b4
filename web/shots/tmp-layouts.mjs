import { readFileSync } from 'node:fs';
import { launch, repeat } from './browser.mjs';
import { serve } from './serve.mjs';
const data = new URL('../fixture/data/', import.meta.url);
const { server, base } = await serve();
const browser = await launch();
const LOOKS = [['l640',640,360],['l667',667,375],['t768',768,1024],['p320',320,568],['z360',360,640,2],['z1280',1280,800,2]];
const only = process.argv[2]?.split(','); const looks = process.argv[3]?.split(',');
for (const [tag,w,h,zoom] of LOOKS.filter(([t])=>!looks||looks.includes(t))) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, reducedMotion: 'reduce', locale: 'en', hasTouch: true });
  for (const name of ['romme','rummy17','rummy17-claim','contract','contract-play','gin','seven_card','basic','hand-of-22'].filter((n)=>!only||only.includes(n))) {
    const page = await context.newPage();
    await page.goto(`${base}?show=${name}`);
    await page.waitForSelector('.table');
    if (zoom) await page.addStyleTag({ content: 'html{font-size:200%}' });
    await page.waitForTimeout(250);
    await repeat(page, JSON.parse(readFileSync(new URL(`${name}.json`, data), 'utf8')).steps);
    await page.waitForTimeout(200);
    const bad = await page.evaluate(() => {
      const out = []; const de = document.documentElement;
      if (de.scrollWidth > innerWidth || de.scrollHeight > innerHeight) out.push(`scroll ${de.scrollWidth}x${de.scrollHeight}`);
      const inside = (sel) => [...document.querySelectorAll(sel)].forEach((e, i) => { const r = e.getBoundingClientRect(); if (r.width === 0) { out.push(`${sel}#${i} hidden`); return; } if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) out.push(`${sel}#${i} out ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`); });
      for (const sel of ['.prompt', '.pile > .card', '.btn.primary', '.acts .btn']) inside(sel);
      [...document.querySelectorAll('.hand-list button.card')].forEach((e, i) => { const r = e.getBoundingClientRect(); const t = document.elementFromPoint(r.left + 12, r.top + 16); if (t?.closest('button') !== e) out.push(`card ${i} covered by ${t?.className}`); });
      const m = document.querySelector('.table-melds'); if (m && m.clientHeight < 40) out.push(`melds ${m.clientHeight}`);
      for (const e of document.querySelectorAll('.btn, .prompt, .prompt span, .nm')) { const r = e; if (r.scrollWidth > r.clientWidth + 2 && r.clientWidth > 0 && getComputedStyle(r).display !== 'inline') out.push(`cut ${r.className}: ${r.innerText.slice(0, 30)}`); }
      return [...new Set(out)];
    });
    await page.screenshot({ path: `/tmp/table/lay-${tag}-${name}.png` });
    console.log(tag, name, bad.join(' | '));
    await page.close();
  }
  await context.close();
}
await browser.close(); server.close(); process.exit(0);
