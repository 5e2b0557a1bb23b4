// Card faces as SVG symbols, made when first asked for and kept in one hidden sprite.
// A face holds ink only: paper, edge and shadow belong to `.card` (styles/cards.css).

import { rankLetter } from '../i18n/cards';
import { readCard, type CardFace, type Mark } from './card';
import { ARCH, CAP, CAP_FLAT, COURTS, ICONS, PIPS, SHAPES, TAB, type IconName } from './drawings';

const SVG = 'http://www.w3.org/2000/svg';
const BOX = 'viewBox="0 0 100 140"';

/** A 10 with a plain open zero, set close: the zero of the font is slashed and too wide here. */
function ten(x: number, y: number, size: number, ink = 'currentColor'): string {
  const height = size * 0.69;
  const width = size * 0.45;
  const stroke = size * 0.145;
  return (
    `<text class="ix" x="${(x - size * 0.235).toFixed(1)}" y="${y}" font-size="${size}" text-anchor="middle" fill="${ink}">1</text>` +
    `<rect x="${(x + size * 0.015).toFixed(2)}" y="${(y - height + stroke / 2).toFixed(2)}" width="${width.toFixed(2)}" ` +
    `height="${(height - stroke + size * 0.01).toFixed(2)}" rx="${(width / 2).toFixed(2)}" fill="none" stroke="${ink}" stroke-width="${stroke.toFixed(2)}"/>`
  );
}

function rankText(rank: string, x: number, y: number, size: number): string {
  if (rank === '10') return ten(x, y, size * 0.96);
  return `<text class="ix" x="${x}" y="${y}" font-size="${size}" text-anchor="middle">${rank}</text>`;
}

/** One element, not a reference to a symbol: a page of cards has hundreds of them to style. */
const pip = (mark: Mark, x: number, y: number, size: number): string =>
  (PIPS[mark] ?? SHAPES[mark]!).replace(/^<\w+/, `$& transform="translate(${x} ${y}) scale(${size / 100})"`);

const inked = (colour: string, body: string): string =>
  `<g color="var(${colour})" fill="currentColor">${body}</g>`;

const courtClass = (mark: Mark): string => (mark === 'h' || mark === 'd' ? 'court-b' : 'court-r');

const dotted = (cx: number, cy: number, r: number, dash: number, width: number): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-dasharray=".1 ${dash}" stroke-linecap="round" opacity=".7"/>`;

function french(face: CardFace, letter: string): string {
  const mark = face.mark!;
  let body = rankText(letter, 23, 41, 43) + pip(mark, 11, 47, 24);
  if (face.rank in COURTS) {
    body += ARCH + `<g class="${courtClass(mark)}">${COURTS[face.rank]}</g>`;
  } else if (face.rank === 'A') {
    body +=
      pip(mark, 40, 76, 44) +
      '<circle cx="62" cy="98" r="29" fill="none" stroke="currentColor" stroke-width="1.2" opacity=".45"/>' +
      dotted(62, 98, 33, 5.184, 1.8);
  } else {
    body += pip(mark, 37, 74, 55);
  }
  return inked(`--suit-${mark}`, body);
}

const COLUMNS: Record<string, number> = { l: 33, m: 50, r: 67 };
const SPOTS: Record<string, string> = {
  '2': 'm26 m114',
  '3': 'm26 m70 m114',
  '4': 'l26 r26 l114 r114',
  '5': 'l26 r26 m70 l114 r114',
  '6': 'l26 r26 l70 r70 l114 r114',
  '7': 'l26 r26 m48 l70 r70 l114 r114',
  '8': 'l26 r26 m48 l70 r70 m92 l114 r114',
  '9': 'l26 r26 l55 r55 m70 l85 r85 l114 r114',
  '10': 'l26 r26 m40 l55 r55 l85 r85 m100 l114 r114',
};

/** The magnified face: corner indices twice, all pips, courts two-way. */
function frenchLarge(face: CardFace, letter: string): string {
  const mark = face.mark!;
  const corner = rankText(letter, 11.5, 20, 19) + pip(mark, 6, 23, 11);
  let body = corner + `<g transform="rotate(180 50 70)">${corner}</g>`;
  const spots = SPOTS[face.rank];
  if (spots) {
    for (const spot of spots.split(' ')) {
      const x = COLUMNS[spot[0]!]!;
      const y = Number(spot.slice(1));
      const turned = y > 70 ? ` transform="rotate(180 ${x} ${y})"` : '';
      body += `<g${turned}>${pip(mark, x - 8, y - 8, 16)}</g>`;
    }
  } else if (face.rank === 'A') {
    body +=
      pip(mark, 26, 46, 48) +
      '<circle cx="50" cy="70" r="33" fill="none" stroke="currentColor" stroke-width=".8" opacity=".4"/>' +
      dotted(50, 70, 36, 4.524, 1.3);
  } else {
    const half =
      '<g clip-path="url(#clip-half)"><rect x="22" y="12" width="56" height="58" opacity=".07"/>' +
      `<g transform="translate(-2.8 -22) scale(.8)" class="${courtClass(mark)}">${COURTS[face.rank]}</g>${pip(mark, 25, 16, 11)}</g>`;
    body +=
      half +
      `<g transform="rotate(180 50 70)">${half}</g>` +
      '<path d="M22 70h56" stroke="var(--court-gold)" stroke-width="2.4"/>' +
      '<rect x="22" y="12" width="56" height="116" rx="3" fill="none" stroke="currentColor"/>';
  }
  return inked(`--suit-${mark}`, body);
}

const joker = (): string =>
  inked(
    '--joker',
    '<path d="m23 8 4.8 10 11 1.5-8 7.6 2 10.9-9.8-5.3-9.8 5.3 2-10.9-8-7.6 11-1.5Z"/>' +
      '<text class="ix" x="-66" y="29" font-size="12.5" letter-spacing="2.2" transform="rotate(-90)" text-anchor="middle">JOKER</text>' +
      '<path d="M28 140V96a38 38 0 0 1 76 0v44Z" opacity=".1"/>' +
      `<svg x="33" y="58" width="66" height="66" viewBox="0 0 100 100">${CAP}</svg>`,
  );

function rummy17(face: CardFace): string {
  const mark = face.mark!;
  const wide = face.rank.length > 1;
  const index =
    face.rank === '10'
      ? ten(26.5, 43, 38, '#fff')
      : `<text class="ix" x="${wide ? 24.8 : 26}" y="43" font-size="${wide ? 38 : 41}" text-anchor="middle" fill="#fff"${wide ? ' letter-spacing="-2.5"' : ''}>${face.rank}</text>`;
  return inked(
    `--r17-${mark}`,
    TAB +
      index +
      `<g fill="#fff">${pip(mark, 14.5, 50, 23)}</g>` +
      `<g stroke="currentColor" stroke-width="6" fill-opacity=".13">${pip(mark, 37, 73, 55)}</g>`,
  );
}

function rummy17Joker(mark: Mark): string {
  return inked(
    `--r17-${mark}`,
    TAB +
      `<svg x="8" y="5" width="36" height="42" viewBox="0 6 100 86" fill="#fff">${CAP_FLAT}<circle cx="8" cy="50" r="7"/><circle cx="92" cy="50" r="7"/><circle cx="50" cy="9" r="7"/></svg>` +
      `<g fill="#fff">${pip(mark, 14.5, 50, 23)}</g>` +
      `<svg x="33" y="68" width="62" height="62" viewBox="0 0 100 100" class="mono">${CAP}</svg>`,
  );
}

function back(): string {
  let lines = '';
  for (let at = -140; at < 240; at += 10) lines += `M${at} 0l140 140M${at + 140} 0l-140 140`;
  const net = (width: number, opacity: number, shift: string): string =>
    `<path d="${lines}"${shift} stroke="var(--back-line)" stroke-width="${width}" fill="none" opacity="${opacity}"/>`;
  return (
    '<rect width="100" height="140" fill="var(--back-edge)"/><rect x="5" y="5" width="90" height="130" rx="5" fill="var(--back)"/>' +
    `<g clip-path="url(#clip-back)">${net(0.9, 0.55, '')}${net(0.45, 0.5, ' transform="translate(5 5)"')}</g>` +
    '<rect x="9" y="9" width="82" height="122" rx="3" fill="none" stroke="var(--back-line)" opacity=".85"/>' +
    '<path d="M50 42 72 70 50 98 28 70Z" fill="var(--back)" stroke="var(--back-line)" stroke-width="1.4"/>' +
    '<path d="M50 49 66.5 70 50 91 33.5 70Z" fill="none" stroke="var(--back-line)" stroke-width=".8" opacity=".8"/>' +
    '<path d="m43 70.5 7-8 7 8m-14 7 7-8 7 8" fill="none" stroke="var(--back-line)" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'
  );
}

function draw(id: string): string {
  const [kind, token = '', letter] = id.split('-');
  if (id === 'back') return `<symbol id="back" ${BOX}>${back()}</symbol>`;
  if (kind === 'i') {
    return `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${ICONS[token as IconName]}</symbol>`;
  }
  if (kind === 'p') {
    return `<symbol id="${id}" viewBox="0 0 100 100" overflow="visible">${PIPS[token] ?? SHAPES[token]}</symbol>`;
  }
  const face = readCard(token);
  const rank = letter ?? face.rank;
  let body: string;
  if (face.pack === 'r17') body = face.joker ? rummy17Joker(face.mark!) : rummy17(face);
  else if (face.joker) body = joker();
  else body = kind === 'L' ? frenchLarge(face, rank) : french(face, rank);
  return `<symbol id="${id}" ${BOX}>${body}</symbol>`;
}

const CLIPS =
  '<clipPath id="clip-back"><rect x="9" y="9" width="82" height="122" rx="3"/></clipPath>' +
  '<clipPath id="clip-half"><rect x="22" y="12" width="56" height="58"/></clipPath>';

let sprite: SVGSVGElement | undefined;
const drawn = new Set<string>();

function theSprite(): SVGSVGElement {
  if (!sprite) {
    sprite = document.createElementNS(SVG, 'svg');
    sprite.setAttribute('class', 'sprite');
    sprite.setAttribute('aria-hidden', 'true');
    sprite.innerHTML = CLIPS;
    document.body.prepend(sprite);
  }
  return sprite;
}

/** The reference of a drawing that is now in the sprite: "c-Th", "c-Qh-D", "L-Th", "p-h", "i-undo", "back". */
export function symbol(id: string): string {
  if (!drawn.has(id)) {
    drawn.add(id);
    theSprite().insertAdjacentHTML('beforeend', draw(id));
  }
  return `#${id}`;
}

export const faceSymbol = (token: string, large = false): string => {
  const face = readCard(token);
  const big = large && face.pack === 'french' && !face.joker;
  const letter = rankLetter(face.rank);
  return symbol(`${big ? 'L' : 'c'}-${face.base}${letter === face.rank ? '' : `-${letter}`}`);
};
