// The drawings: pips, shapes, court figures, jokers, the back and the icons, as plain SVG text.
// Colours are custom properties (styles/tokens.css), so one drawing serves every theme and deck.

type Drawings = Readonly<Record<string, string>>;

export const PIPS: Drawings = {
  h: '<path d="M50 91C21 68 6 50 6 32 6 17 17 8 29 8c10 0 17 6 21 15C54 14 61 8 71 8c12 0 23 9 23 24 0 18-15 36-44 59Z"/>',
  d: '<path d="M50 4c9 18 22 33 37 46-15 13-28 28-37 46C41 78 28 63 13 50 28 37 41 22 50 4Z"/>',
  s: '<path d="M50 4c7 20 43 38 43 62 0 12-9 20-19 20-9 0-16-5-20-12 1 10 5 17 13 22H33c8-5 12-12 13-22-4 7-11 12-20 12C16 86 7 78 7 66 7 42 43 24 50 4Z"/>',
  c: '<path d="M50 4a22 22 0 0 1 17.5 35.4A22 22 0 1 1 54 72c1 11 5 19 14 24H32c9-5 13-13 14-24A22 22 0 1 1 32.5 39.4 22 22 0 0 1 50 4Z"/>',
};

export const SHAPES: Drawings = {
  r: '<circle cx="50" cy="50" r="40"/>',
  b: '<rect x="14" y="14" width="72" height="72" rx="7"/>',
  y: '<path d="M50 12 92 84H8Z" stroke-linejoin="round"/>',
  p: '<path d="m50 5 13.5 28.5 31.5 4.2-23 21.7 5.8 31L50 75.2 22.2 90.4l5.8-31L5 37.7l31.5-4.2Z"/>',
  g: '<path d="M35 9h30v26h26v30H65v26H35V65H9V35h26Z" stroke-linejoin="round"/>',
};

export const CAP =
  '<path class="cap-l" d="M27 74C27 52 21 41 7 42 9 21 37 18 46 50l4 24Z"/><path class="cap-r" d="M73 74c0-22 6-33 20-32C91 21 63 18 54 50l-4 24Z"/><path class="cap-m" d="M35 74c0-28 6-46 15-60 9 14 15 32 15 60Z"/><rect class="cap-b" x="22" y="72" width="56" height="14" rx="5"/><g class="cap-x"><circle cx="8" cy="47" r="7"/><circle cx="92" cy="47" r="7"/><circle cx="50" cy="11" r="7"/></g>';

export const CAP_FLAT =
  '<path d="M24 70C25 50 20 41 8 42 11 21 34 20 42 44 43 31 46 22 50 14c4 8 7 17 8 30C66 20 89 21 92 42 80 41 75 50 76 70Z"/><rect x="22" y="76" width="56" height="13" rx="5"/>';

export const ARCH =
  '<path d="M28 140V92a38 38 0 0 1 76 0v48Z" fill="currentColor" opacity=".085"/>';

export const TAB =
  '<path d="M0 0h52v66a13 13 0 0 1-13 13H0Z"/>';

const FACE =
  '<ellipse cx="66" cy="85" rx="14.5" ry="18" fill="var(--court-skin)"/>';
const EYES =
  '<g fill="var(--court-hair)"><circle cx="60" cy="83" r="1.7"/><circle cx="72" cy="83" r="1.7"/></g><path d="M66 84v6.5h-2.2" fill="none" stroke="var(--court-line)" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>';

export const COURTS: Drawings = {
  K: '<path d="M27 140c0-22 15-33 39-33s39 11 39 33Z" fill="currentColor"/><path d="M50 109c2 12 8 21 16 31 8-10 14-19 16-31l8 4c-2 11-6 19-12 27H54c-6-8-10-16-12-27Z" fill="var(--court-cream)"/><g fill="var(--court-hair)"><circle cx="48.5" cy="119" r="1.4"/><circle cx="54" cy="130" r="1.4"/><circle cx="83.5" cy="119" r="1.4"/><circle cx="78" cy="130" r="1.4"/></g><path d="M47 98c-3-14-2-28 4-33h30c6 5 7 19 4 33Z" fill="var(--court-hair)"/>' + FACE + '<path d="M50.5 84c1 7 5 8 9 6.5 3-1.2 4.5-.500 6.5.700 2-1.2 3.5-1.9 6.5-.700 4 1.5 8 .500 9-6.5 3 20-6 34-15.5 36C56.5 118 47.5 104 50.5 84Z" fill="var(--court-hair)"/><path d="M62 97.5q4 2.5 8 0" fill="none" stroke="var(--court-skin)" stroke-width="1.8" stroke-linecap="round"/>' + EYES + '<path d="M48 74 44 48l11.5 9L66 42l10.5 15L88 48l-4 26c-11-3.5-25-3.5-36 0Z" fill="var(--court-gold)"/><path d="M48 74c11-3.5 25-3.5 36 0l-.800 5.5c-11-3.3-23.5-3.3-34.4 0Z" fill="var(--court-2)"/><g fill="var(--court-gold)"><circle cx="44" cy="47" r="3"/><circle cx="66" cy="41" r="3.4"/><circle cx="88" cy="47" r="3"/></g><circle cx="66" cy="62" r="3.2" fill="var(--court-2)"/>',
  Q: '<path d="M66 60c-21 0-25 19-24 37 .500 11-3 17-8 21 12 4 21 0 24-7h16c3 7 12 11 24 7-5-4-8.5-10-8-21 1-18-3-37-24-37Z" fill="var(--court-hair)"/><path d="M28 140c1-17 12-25 27-27 2 8 6 13 11 13s9-5 11-13c15 2 26 10 27 27Z" fill="currentColor"/><path d="M60 98h12v14c0 6-2.5 10-6 10s-6-4-6-10Z" fill="var(--court-skin)"/><path d="M60 104c4 3 8 3 12 0v4c-4 3-8 3-12 0Z" fill="var(--court-line)" opacity=".35"/>' + FACE + '<path d="M51 85c0-12 6-15 15-20 9 5 15 8 15 20 4-12 0-23-15-23s-19 11-15 23Z" fill="var(--court-hair)"/>' + EYES + '<path d="M62.5 96c2.2-1.6 4.8-1.6 7 0-1.6 2.4-5.4 2.4-7 0Z" fill="var(--court-lip)"/><path d="M52 113.5c3 9 8 14.5 14 14.5s11-5.5 14-14.5" fill="none" stroke="var(--court-gold)" stroke-width="3" stroke-linecap="round" stroke-dasharray=".1 5.2"/><path d="M49 68 46 50l10 7.5L66 46l10 11.5L86 50l-3 18c-10-4.5-24-4.5-34 0Z" fill="var(--court-gold)"/><g fill="var(--court-2)"><circle cx="66" cy="44.5" r="3.4"/><circle cx="46" cy="48.5" r="2.6"/><circle cx="86" cy="48.5" r="2.6"/></g>',
  J: '<path d="M29 140c0-19 13-29 29-30l8 8 8-8c16 1 29 11 29 30Z" fill="currentColor"/><path d="M58 110l8 10 8-10 6 2-8.5 28h-11L52 112Z" fill="var(--court-2)"/><g fill="var(--court-gold)"><circle cx="66" cy="126" r="2"/><circle cx="66" cy="134.5" r="2"/></g><path d="M47 105c-5-16-4-36 6-41h26c10 5 11 25 6 41-6 3-10 1-10-3V82H57v20c0 4-4 6-10 3Z" fill="var(--court-hair)"/>' + FACE + '<path d="M51.5 80c8 1 16-1 20-6 2 4 5 6 9 6-1-9-6-14-14.5-14S52.5 71 51.5 80Z" fill="var(--court-hair)"/>' + EYES + '<path d="M62 96.5q3.5 2 7 0" fill="none" stroke="var(--court-lip)" stroke-width="1.9" stroke-linecap="round"/><path d="M85 62c11-7 14-20 8-32-10 6-15 17-13 29Z" fill="var(--court-2)"/><path d="M84 60c3-9 6-17 8.5-26" fill="none" stroke="var(--court-cream)" stroke-width="1.4" stroke-linecap="round"/><path d="M44 71c-2-14 8-23 22-23s24 8 22 21c-4 4-12 5-22 5s-18 0-22-3Z" fill="currentColor"/><path d="M44 71c8 2.5 34 2.5 44-2l-.500 6.5c-10 4-34 4-43 1.5Z" fill="var(--court-gold)"/>',
};

export const ICONS = {
  heart: '<path d="M12 20C6 15 3 12 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 12 18 15 12 20Z"/>',
  flag: '<path d="M6 21V4m0 0h11l-2.5 4L17 12H6"/>',
  hand: '<path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5a1.5 1.5 0 0 1 3 0V11m0-4a1.5 1.5 0 0 1 3 0v6.5c0 4-2.5 7-6 7s-5-2-6.5-5L3 12.5c.5-1.5 2-1.5 3 0l2 2.5"/>',
  back: '<path d="M15 5l-7 7 7 7"/>',
  next: '<path d="M9 5l7 7-7 7"/>',
  down: '<path d="M6 9l6 6 6-6"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h10"/>',
  help: '<path d="M9 9.2a3 3 0 1 1 4.3 2.7c-.900.5-1.3 1-1.3 2.1"/><path d="M12 17.5v.01"/><circle cx="12" cy="12" r="9"/>',
  sort: '<path d="M7 5v14m0 0-3-3m3 3 3-3M14 7h6M14 12h5M14 17h3"/>',
  hint: '<path d="M9.5 18h5M10.5 21h3M12 3a6.2 6.2 0 0 0-3.6 11.2c.700.5 1.1 1.2 1.1 2h5c0-.800.4-1.5 1.1-2A6.2 6.2 0 0 0 12 3Z"/>',
  undo: '<path d="M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4"/>',
  redo: '<path d="m16 5 4 4-4 4m3.5-4H10a5.5 5.5 0 0 0 0 11h4"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  link: '<path d="M10 14a4 4 0 0 0 6 .400l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.400l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2"/>',
  people: '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c.600-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.4c2.2.600 3.6 2.3 4 5.1"/>',
  bot: '<rect x="4.5" y="8" width="15" height="11" rx="4"/><path d="M12 8V4.5M9 13v1M15 13v1M2 12.5v3M22 12.5v3"/><circle cx="12" cy="3.6" r="1"/>',
  play: '<path d="M8 5.5v13l11-6.5Z" fill="currentColor"/>',
  gear: '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5.5 15A1.5 1.5 0 0 1 4 13.5v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/>',
  shield: '<path d="M12 3 5 5.5v6c0 4.5 3 7.7 7 9.5 4-1.8 7-5 7-9.5v-6Z"/><path d="m9 11.8 2.2 2.2 4-4.2"/>',
  crown: '<path d="M4 17.5 3 8l5 3.5L12 5l4 6.5L21 8l-1 9.5Z"/><path d="M5 20.5h14"/>',
  x: '<path d="m6 6 12 12M18 6 6 18"/>',
  chat: '<path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1A2.5 2.5 0 0 1 4 13.5Z"/>',
  swap: '<path d="M4 9h13m0 0-3.5-3.5M17 9l-3.5 3.5M20 15H7m0 0 3.5-3.5M7 15l3.5 3.5"/>',
  cards: '<rect x="4" y="6" width="10" height="14" rx="2"/><path d="m10 3.8 8.2 1.5a2 2 0 0 1 1.6 2.3l-1.7 9.6"/>',
  meld: '<path d="M4 20h16M7 16V7.5A1.5 1.5 0 0 1 8.5 6h1A1.5 1.5 0 0 1 11 7.5V16m2 0V7.5A1.5 1.5 0 0 1 14.5 6h1A1.5 1.5 0 0 1 17 7.5V16"/>',
  sheet: '<path d="M6 3.5h12V21l-3-1.8L12 21l-3-1.8L6 21Z"/><path d="M9.5 8.5h5M9.5 12.5h5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  up: '<path d="M12 19V5m0 0-6 6m6-6 6 6"/>',
  arrow: '<path d="M5 12h14m0 0-6-6m6 6-6 6"/>',
  equal: '<path d="M6 9.5h12M6 14.5h12"/>',
  drop: '<path d="M12 3.5c3.5 4.3 5.5 7.3 5.5 10.2a5.5 5.5 0 0 1-11 0c0-2.9 2-5.9 5.5-10.2Z"/>',
  dot: '<circle cx="12" cy="12" r="4" fill="currentColor"/>',
  first: '<path d="M18 6l-8 6 8 6M6 6v12"/>',
  last: '<path d="m6 6 8 6-8 6M18 6v12"/>',
  pause: '<path d="M8.5 6v12M15.5 6v12" stroke-width="3.5"/>',
  ring: '<circle cx="12" cy="12" r="6"/>',
  eyeoff: '<path d="M4 4l16 16M9.5 6a9 9 0 0 1 2.5-.400c6 0 9.5 6.4 9.5 6.4a16 16 0 0 1-3 3.7M6.5 7.6A15.7 15.7 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9.3 9.3 0 0 0 4-.900"/>',
} as const;

export type IconName = keyof typeof ICONS;
