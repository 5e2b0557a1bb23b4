// The browser all scripts here use: the system's Chromium.

import { chromium } from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']; // prettier-ignore

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });

/** Repeats what the recorder did. */
export async function repeat(page, steps) {
  for (const step of steps) {
    if ('press' in step) await page.keyboard.press(step.press);
    else await page.click(step.click, { position: { x: 12, y: 24 } });
    await page.waitForTimeout(250);
  }
}
