// The addresses of the page, all behind the "#", so that any host can serve it and tokens stay here.

export type Place =
  | { readonly at: 'lobby' }
  /** An address that leads nowhere. */
  | { readonly at: 'nowhere' }
  | { readonly at: 'table'; readonly code: string }
  | { readonly at: 'watch'; readonly code: string }
  | { readonly at: 'seat'; readonly code: string; readonly token: string };

export function placeOf(url: URL): Place {
  const [kind, code, token] = url.hash.replace(/^#\/?/, '').split('/').map(decoded);
  if (kind === 't' && code) return { at: 'table', code };
  if (kind === 'watch' && code) return { at: 'watch', code };
  if (kind === 'seat' && code && token) return { at: 'seat', code, token };
  // An invitation in the server's own spelling: /t/CODE.
  const invited = /\/t\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (kind) return { at: 'nowhere' };
  return invited ? { at: 'table', code: decoded(invited) } : { at: 'lobby' };
}

/** A link that was cut in the middle of a sign stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const root = (): URL => new URL('.', document.baseURI);

export const inviteLink = (code: string): string => new URL(`#/t/${encodeURIComponent(code)}`, root()).href;
export const seatLink = (code: string, token: string): string => new URL(`#/seat/${encodeURIComponent(code)}/${encodeURIComponent(token)}`, root()).href;
export const watchLink = (code: string): string => new URL(`#/watch/${encodeURIComponent(code)}`, root()).href;

export const socketUrl = (): string => {
  const url = new URL('ws', root());
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};
